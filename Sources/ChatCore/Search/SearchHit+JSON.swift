// SPDX-License-Identifier: MIT

extension SearchHit {
  /// The message as an object of JSON on one line, with the conversation it stands in.
  public func json(in conversation: ConversationSummary?) -> String {
    var line = "{"
    line.appendMember("id", message.id.rawValue)
    line.appendName("conversation")
    line += "{"
    line.appendMember("id", message.conversation.rawValue)
    if let conversation {
      line.appendMember("kind", conversation.kind.word)
      line.appendMember("address", conversation.address)
      line.appendMember("title", conversation.title)
    }
    line += "}"
    line.appendMember("time", message.time)
    line.appendName("sender")
    line.appendJSON(message.sender)
    line.appendMember("body", message.body)
    return line + "}"
  }
}
