// SPDX-License-Identifier: MIT
public import ChatCore
public import Gtk

/// A text field with a send button below the content that it belongs to.
///
/// The bar stands below `content`, which always makes room for it. The field is as tall as its text
/// from one to five lines and then scrolls inside; it never takes more than half of the window.
///
/// ```swift
/// let bar = InputBar(onSend: { text in send(text) }, content: list)
/// window.child = bar.widget
/// bar.focus()
/// ```
///
/// Sent text is trimmed of white space and line breaks. Nothing blank is ever sent. The field is
/// emptied before `onSend` is called; one undo brings the text back.
public final class InputBar {
  /// The content and the bar; put this into the window.
  public var widget: Widget { root }

  /// The field's text view, for what attaches to it: a toolbar, completion, spell check.
  public var textView: TextView { field.state.textView }

  /// Called after each change of ``draft``, but not for what sending takes out of the field until
  /// `onSend` has returned.
  public var onChange: () -> Void = {}

  /// Called when something that was pasted or attached arrives for a conversation that is no longer
  /// shown, with its whole draft.
  public var onLateChange: (ConversationID, Draft) -> Void = { _, _ in }

  /// Where pasted pictures and long texts are kept until they are sent. Drafts refer to it.
  public var filesFolder = FileNames.cacheFolder + "/inputbar"

  /// Up in an empty field: the user wants to edit what they said last.
  public var onEditLast: () -> Void = {}

  /// PageUp or PageDown in the field.
  public var onScrollPage: (_ down: Bool) -> Void = { _ in }

  /// What to say of a message that is answered or edited: who said it, and its text.
  public var describeMessage: (MessageID) -> (name: String, text: String)? = { _ in nil }

  /// Sends what is in the field. Its enabled state is that of the button, of the keys and of every
  /// menu item named "input.send" within ``widget``.
  public private(set) var sendAction: Action

  /// Which key sends.
  public var sendKey: SendKey = .enter

  /// The colour of the send button: the accent; nil for blue.
  public var tint: Color? {
    didSet { updateTint() }
  }

  /// Solid lines in place of thin greys.
  public var isHighContrast = false {
    didSet {
      root.state.isHighContrast = isHighContrast
      glyph.state.isHighContrast = isHighContrast
      field.state.isHighContrast = isHighContrast
    }
  }

  /// The on-screen keyboard; nil leaves it alone.
  public var keyboard: OnScreenKeyboard? { didSet { followKeyboard() } }

  /// How dragging the content with a finger puts the ``keyboard`` away.
  public var keyboardDismissMode = KeyboardDismissMode.interactive {
    didSet { keyboardDismissal?.mode = keyboardDismissMode }
  }

  private static let blue = Color(red: 0x35 / 255.0, green: 0x84 / 255.0, blue: 0xe4 / 255.0)
  /// Conversations whose undo history is kept.
  private static let keptConversations = 8

  let onSend: (String) -> Void
  let field: CustomWidget<ComposerField>
  let button: Button
  let glyph: CustomWidget<SendGlyph>
  /// What stands above the field.
  private let above = Box(.vertical)
  /// What keeps the bar to a width that can be read; without a limit it is as wide as the content.
  public let column: ReadingColumn
  let root: CustomWidget<InputBarLayout>
  private(set) lazy var banner = TargetBanner { [weak self] in self?.leaveTarget() }
  private(set) lazy var chips = AttachmentChips { [weak self] in self?.remove($0) }
  let notice = InputNotice()
  private(set) var composed: ComposedText
  private(set) var conversation: ConversationID?
  private var kept: [(id: ConversationID?, text: ComposedText)] = []
  /// What the input method has half composed.
  private(set) var preedit = ""
  private let inputContext: InputContext?
  private var keyboardDismissal: KeyboardDismissal?
  var isSending = false

  /// - Parameters:
  ///   - text: What stands in the field at first.
  ///   - placeholder: Shown while the field is empty; also the name that a screen reader speaks.
  ///   - tint: The colour of the send button, the accent; nil for blue.
  ///   - onSend: Called with the text to send.
  ///   - content: What stands above, such as the list of messages.
  public init(
    text: String = "", placeholder: String? = nil, tint: Color? = nil,
    onSend: @escaping (String) -> Void, content: Widget
  ) {
    WidgetResources.install()
    self.onSend = onSend
    self.tint = tint
    field = CustomWidget(ComposerField(), role: .group, cssName: "composer-field")
    glyph = CustomWidget(
      SendGlyph(tint: tint ?? Self.blue), role: .presentation, cssName: "send-glyph")
    button = Button(child: glyph, name: tr("Send message"))
    let row = InputRow(above: above, field: field, button: button, glyph: glyph)
    let width = ReadingWidth()
    root = CustomWidget(
      InputBarLayout(content: content, row: row, width: width), cssName: "input-layout")
    column = ReadingColumn(of: field, width: width)
    inputContext = field.state.textView.inputContext
    composed = ComposedText(Draft(), inputContext: nil, changed: {}, moved: {})
    sendAction = Action("send") {}
    assemble()
    composed = makeText(Draft(text: text))
    field.state.show(composed.buffer, scroll: 0)
    field.state.placeholder = placeholder ?? tr("Message")
    updateTint()
    updateAccessories()
  }

  private func assemble() {
    field.state.attach()
    glyph.state.attach()
    for slot in [notice.widget, banner.widget, chips.widget] { above.append(slot) }
    root.state.attach()

    sendAction = Action("send") { [weak self] in self?.send() }
    let actions = ActionGroup()
    actions.add(sendAction)
    root.insertActionGroup(actions, prefix: "input")
    button.addStyle("send")
    button.hasFrame = false
    button.focusesOnClick = false
    button.actionName = "input.send"
    button.setAccessibleDescription(tr("Sends what is written in the field"))

    textView.onPreeditChanged { [weak self] in self?.preedit = $0 }
    textView.onPaste { [weak self] in
      self?.paste()
      return true
    }
    takeDrops()
    let keys = KeyController(.capture)
    keys.onPressed { [weak self] in self?.handle($0) ?? false }
    textView.addController(keys)
  }

  private func updateTint() {
    glyph.state.tint = tint ?? Self.blue
    field.state.tint = tint ?? Self.blue
    banner.tint = tint ?? Self.blue
  }

  // MARK: Content

  /// The text in the field. Setting it is one step of undo.
  public var text: String {
    get { composed.buffer.text }
    set {
      finishComposition()
      composed.replaceAll(with: newValue)
    }
  }

  /// Shown while the field is empty; also the name that a screen reader speaks.
  public var placeholder: String {
    get { field.state.placeholder }
    set { field.state.placeholder = newValue }
  }

  /// Everything that is kept of what is written: text, caret, selection, scroll, target, files.
  public var draft: Draft { composed.draft(scroll: field.state.scroll) }

  /// Whether there is something that can be sent.
  public var isSendEnabled: Bool { sendAction.isEnabled }

  /// Puts the focus into the field.
  public func focus() { textView.grabFocus() }

  /// What stands before the field, such as a button that adds files.
  public var leading: Widget? {
    get { root.state.leading }
    set { root.state.leading = newValue }
  }

  /// Puts a toolbar above the field.
  public func addToolbar(_ toolbar: Widget) {
    toolbar.margin(top: Self.toolbarMargin)
    // Drawn as a picture: it stands still while one writes.
    above.prepend(FlattenedState.frame(around: toolbar))
  }

  /// Pixels; a toolbar brings its own margins at the other sides.
  private static let toolbarMargin = 8

  /// Puts the caret at `offset`, in Unicode scalars from the start, and shows it.
  public func placeCaret(_ offset: Int) {
    finishComposition()
    composed.buffer.caret = offset
    textView.scrollToCaret()
  }

  // MARK: Conversations

  /// Shows what is being written in a conversation. To open the one that is open does nothing.
  ///
  /// Each of the last few conversations keeps its undo history; what the input method has half
  /// composed stays in the conversation in which it was typed.
  ///
  /// - Parameter draft: What was kept of it. Where its text is another than what stood in the field
  ///   when the conversation was left, it takes that one's place, as one step of undo.
  public func open(_ id: ConversationID, draft: Draft) {
    guard id != conversation else { return }
    finishComposition()
    composed.scroll = field.state.scroll
    kept.removeAll { $0.id == conversation || $0.id == nil }
    if conversation != nil { kept.append((conversation, composed)) }
    if kept.count > Self.keptConversations { kept.removeFirst() }
    conversation = id
    if let index = kept.firstIndex(where: { $0.id == id }) {
      composed = kept.remove(at: index).text
      if composed.buffer.text != draft.bounded.text { composed.replace(with: draft) }
    } else {
      composed = makeText(draft)
    }
    field.state.show(composed.buffer, scroll: composed.scroll)
    updateAccessories()
  }

  /// Takes over a draft that arrived after its conversation was opened. What was typed meanwhile
  /// stays, and the draft is not shown then.
  ///
  /// - Returns: Whether it is shown.
  @discardableResult
  public func load(_ draft: Draft) -> Bool {
    guard !composed.isTouched, preedit.isEmpty else { return false }
    composed = makeText(draft)
    field.state.show(composed.buffer, scroll: draft.scroll)
    updateAccessories()
    return true
  }

  private func makeText(_ draft: Draft) -> ComposedText {
    ComposedText(
      draft, inputContext: inputContext, changed: { [weak self] in self?.changed() },
      moved: { [weak self] in self?.moved() })
  }

  private func changed() {
    updateSendable()
    moved()
  }

  private func moved() { if !isSending { onChange() } }

  /// The conversation of a text that is not shown; nil when it was let go of.
  func conversation(of text: ComposedText) -> ConversationID? {
    kept.first { $0.text === text }?.id
  }

  /// Shows what goes with the text: target, files, whether it can be sent.
  func updateAccessories() {
    updateBanner()
    chips.show(composed.attachments)
    updateSendable()
  }

  private func updateSendable() {
    let ready = !composed.attachments.isEmpty || composed.isSendable
    if sendAction.isEnabled != ready { sendAction.isEnabled = ready }
    glyph.state.isReady = ready
  }

  // MARK: Keyboard

  /// Leaves the field and hides the on-screen keyboard, so that there is more to be read.
  public func dismissKeyboard() {
    if let keyboard { keyboard.dismiss(from: root) } else { root.window?.focus = nil }
  }

  private func followKeyboard() {
    keyboardDismissal = keyboard.map {
      KeyboardDismissal(root.state.content, keyboard: $0, mode: keyboardDismissMode)
    }
  }

  // MARK: Input method

  /// Ends what the input method has half composed, in the text where it was typed. Methods that
  /// commit on a reset have done so then; of others the text as it was seen is kept.
  func finishComposition() {
    let shown = preedit
    let before = composed.buffer.length
    inputContext?.reset()
    if !shown.isEmpty, composed.buffer.length == before { composed.buffer.insertAtCaret(shown) }
  }
}
