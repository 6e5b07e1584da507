// SPDX-License-Identifier: MIT

/// When the machine goes to sleep and when it has woken up, as logind says it
/// (org.freedesktop.login1.Manager.PrepareForSleep). On a machine without it nothing is ever said.
///
/// It takes no delay lock: the machine does not wait for what `body` does.
@MainActor public final class SleepMonitor {
  private var subscription: Subscription?

  public init(_ body: @escaping (_ sleeps: Bool) -> Void) {
    SystemBus.connect { [weak self] bus in
      self?.subscription = bus?.onSignal(
        sender: "org.freedesktop.login1", path: "/org/freedesktop/login1",
        interface: "org.freedesktop.login1.Manager", member: "PrepareForSleep"
      ) { parameters in
        if let sleeps = parameters[0]?.bool { body(sleeps) }
      }
    }
  }
}
