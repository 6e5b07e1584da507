// SPDX-License-Identifier: GPL-3.0-or-later

/// What it takes to reach one account.
public struct StreamConfiguration: Sendable {
  public var address: JID
  public var password: String
  /// The resource to ask for: the same one after each start, so that a session left behind is
  /// replaced and not joined by another. Nil lets the server choose.
  public var resource: String?
  /// Where to connect instead of what DNS says.
  public var endpoint: Endpoint?
  /// A PEM file of authorities to trust instead of the system's.
  public var trustFile: String?
  /// The certificate the user vouched for.
  public var pin: CertificatePin?
  /// The best mechanism this account's server was ever seen to offer.
  public var mechanismFloor: SASLMechanism?
  public var timing = Timing()

  public init(address: JID, password: String, resource: String? = nil) {
    self.address = address
    self.password = password
    self.resource = resource
  }

  /// How long to wait for what.
  public struct Timing: Sendable {
    /// For one endpoint to accept the connection.
    public var connect: Duration = .seconds(20)
    /// From there to the login's end.
    public var negotiation: Duration = .seconds(30)
    /// For a sign of life after asking for one.
    public var acknowledgement: Duration = .seconds(20)
    /// Of silence before asking for a sign of life: under the two minutes after which common
    /// routers forget a connection, and no more than one wake-up a minute.
    public var silence: Duration = .seconds(90)
    /// For the server to say goodbye too.
    public var goodbye: Duration = .seconds(2)

    public init() {}
  }
}
