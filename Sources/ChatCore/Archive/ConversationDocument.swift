// SPDX-License-Identifier: MIT

/// The words of a document that are not in the store, in the language of whoever will read it.
public struct DocumentWords: Sendable {
  /// The author of my own messages: "Me".
  public var me: String
  /// Stands for a message that was taken back.
  public var retracted: String
  /// Follows the time of a message that was corrected.
  public var edited: String
  /// Stands where history is missing.
  public var gap: String
  /// Stands before what a message answers: "In reply to".
  public var reply: String
  /// The day of a moment, as a heading.
  public var day: @Sendable (Timestamp) -> String
  /// The time of day of a moment.
  public var time: @Sendable (Timestamp) -> String

  public init(
    me: String, retracted: String, edited: String, gap: String, reply: String,
    day: @escaping @Sendable (Timestamp) -> String, time: @escaping @Sendable (Timestamp) -> String
  ) {
    self.me = me
    self.retracted = retracted
    self.edited = edited
    self.gap = gap
    self.reply = reply
    self.day = day
    self.time = time
  }
}

/// A conversation as a document for people. It is written while it is read: memory does not grow
/// with its length.
public enum ConversationDocument: String, Hashable, Sendable, CaseIterable {
  /// One page of HTML that needs nothing else and loads nothing.
  case html
  /// Plain text in UTF-8.
  case text

  /// Writes a conversation, all of it of one moment.
  public func write(
    _ conversation: ConversationID, of reader: StoreReader, words: DocumentWords,
    to output: any TextOutput
  ) throws(ArchiveFault) {
    try reader.wholeMoment { () throws(ArchiveFault) in
      let found: ConversationSummary?
      do throws(StoreError) {
        found = try reader.summary(of: conversation)
      } catch {
        throw .store(error)
      }
      guard let summary = found else { throw .store(.notFound) }
      func put(_ text: String) throws(ArchiveFault) {
        do throws(FileFailure) { try output.write(text) } catch { throw .file(error) }
      }
      let page: any DocumentPage =
        switch self {
        case .html: HTMLPage(words: words)
        case .text: TextPage(words: words)
        }
      try put(page.head(summary))
      var day: Day?
      try reader.forEachMessage(in: conversation) { message throws(ArchiveFault) in
        if Day(message.time.dated) != day {
          day = Day(message.time.dated)
          try put(page.day(words.day(message.time.dated)))
        }
        try put(page.message(message))
      }
      try put(page.foot)
    }
  }
}

/// A form of document: what stands around the words.
protocol DocumentPage {
  var words: DocumentWords { get }
  func head(_ summary: ConversationSummary) -> String
  func day(_ name: String) -> String
  func message(_ message: Message) -> String
  var foot: String { get }
}

extension DocumentPage {
  func author(_ message: Message) -> String {
    switch message.sender {
    case .me: words.me
    case .other(let address, let name): name.isEmpty ? address : name
    }
  }
}

extension Timestamp {
  /// Within the years that calendars know; a message can claim any moment.
  fileprivate var dated: Timestamp {
    Timestamp(microseconds: min(max(microseconds, Self.dates.lowerBound), Self.dates.upperBound))
  }

  private static let dates: ClosedRange<Int64> = -62_000_000_000_000_000...253_000_000_000_000_000
}
