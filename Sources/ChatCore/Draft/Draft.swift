// SPDX-License-Identifier: MIT

/// What stands in the input bar of one conversation and was not sent.
///
/// Offsets count Unicode scalars, as GtkTextBuffer does.
public struct Draft: Hashable, Sendable {
  public var text: String
  public var caret: Int
  /// The other end of the selection; equal to ``caret`` when nothing is selected.
  public var selection: Int
  /// How far the text is scrolled, in pixels.
  public var scroll: Double
  /// Styles that are switched on for what is typed next.
  public var styles: Styles
  public var replyTo: MessageID?
  public var editing: MessageID?
  public var attachments: [Attachment]
  /// What stood here before the edit of ``editing`` began, and comes back when it ends.
  public var aside: Aside?

  public init(
    text: String = "", caret: Int? = nil, selection: Int? = nil, scroll: Double = 0,
    styles: Styles = [], replyTo: MessageID? = nil, editing: MessageID? = nil,
    attachments: [Attachment] = [], aside: Aside? = nil
  ) {
    self.text = text
    let end = caret ?? text.unicodeScalars.count
    self.caret = end
    self.selection = selection ?? end
    self.scroll = scroll
    self.styles = styles
    self.replyTo = replyTo
    self.editing = editing
    self.attachments = attachments
    self.aside = aside
  }

  /// True when there is nothing to keep.
  public var isEmpty: Bool {
    text.isEmpty && styles.isEmpty && replyTo == nil && editing == nil && attachments.isEmpty
      && aside == nil
  }

  /// This draft with what was typed after it had been sent below it, the caret behind that.
  public func followed(by typed: String) -> Draft {
    guard !typed.isEmpty, typed != text else { return self }
    var whole = self
    whole.text += "\n" + typed
    whole.caret = whole.text.unicodeScalars.count
    whole.selection = whole.caret
    return whole
  }

  /// The styles of XEP-0393 that a span can have.
  public struct Styles: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let bold = Styles(rawValue: 1)
    public static let italic = Styles(rawValue: 2)
    public static let strikethrough = Styles(rawValue: 4)
    public static let code = Styles(rawValue: 8)
  }

  /// A draft that an edit has put aside.
  public struct Aside: Hashable, Sendable {
    public var text: String
    public var replyTo: MessageID?
    public var attachments: [Attachment]

    /// Nil for an empty draft: then there is nothing to come back.
    public init?(_ draft: Draft) {
      guard !draft.text.isEmpty || draft.replyTo != nil || !draft.attachments.isEmpty else {
        return nil
      }
      self.init(text: draft.text, replyTo: draft.replyTo, attachments: draft.attachments)
    }

    public init(text: String, replyTo: MessageID? = nil, attachments: [Attachment] = []) {
      self.text = text
      self.replyTo = replyTo
      self.attachments = attachments
    }

    /// The draft again, the caret at its end.
    public var draft: Draft { Draft(text: text, replyTo: replyTo, attachments: attachments) }
  }

  /// A file that waits to be sent.
  public struct Attachment: Hashable, Sendable {
    public var path: String
    /// The name to show and to send.
    public var name: String
    /// The media type (RFC 6838), "application/octet-stream" when unknown.
    public var mediaType: String
    /// Bytes.
    public var size: Int64

    public init(path: String, name: String, mediaType: String, size: Int64) {
      self.path = path
      self.name = name
      self.mediaType = mediaType
      self.size = size
    }
  }

  /// The largest text that is kept, in bytes of UTF-8. A longer paste is offered as a file; start
  /// must never depend on how long a draft is.
  public static let textLimit = 65_536

  /// The draft as it is stored: its text cut to ``textLimit`` at the end of a Character, its
  /// offsets and lists within bounds.
  public var bounded: Draft {
    var copy = self
    copy.text = String(text.prefix(utf8Bytes: Self.textLimit))
    let count = copy.text.unicodeScalars.count
    copy.caret = min(max(caret, 0), count)
    copy.selection = min(max(selection, 0), count)
    copy.scroll = scroll.isFinite ? max(scroll, 0) : 0
    copy.attachments = Array(attachments.prefix(Self.attachmentLimit))
    copy.aside?.text = String((aside?.text ?? "").prefix(utf8Bytes: Self.textLimit))
    copy.aside?.attachments = Array((aside?.attachments ?? []).prefix(Self.attachmentLimit))
    return copy
  }

  /// The most files one message can wait with.
  public static let attachmentLimit = 100
}
