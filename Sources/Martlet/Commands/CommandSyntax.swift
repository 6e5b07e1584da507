// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk

/// How a command is written, and the help that says so.
enum CommandSyntax: String, CaseIterable {
  case send
  case list
  case search
  case export
  case importArchive = "import"

  /// An option, and the name of its value if it has one.
  struct Option {
    var name: String
    var value: String?
    var summary: String
  }

  // MARK: Help

  var usage: String {
    switch self {
    case .send: "martlet send CONVERSATION TEXT|-"
    case .list: "martlet list [--json]"
    case .search: "martlet search [--json] [--limit N] WORDS…"
    case .export: "martlet export [--format json|html|text] [--output FILE] [CONVERSATION]"
    case .importArchive: "martlet import FILE|-"
    }
  }

  var summary: String {
    switch self {
    case .send: tr("send a message")
    case .list: tr("list the conversations")
    case .search: tr("find messages by their words")
    case .export: tr("write everything, or one conversation, to a file")
    case .importArchive: tr("take in what was exported")
    }
  }

  private var explanation: String {
    let conversation = tr(
      "CONVERSATION is an address, a title, “notes”, or # and the number that “martlet list” shows."
    )
    return switch self {
    case .send:
      conversation + "\n"
        + tr("With - the text is read from standard input.") + "\n"
        + tr("Without a connection the message waits, and is sent when there is one.")
    case .list: tr("With --json there is more, in a form for programs.")
    case .search:
      tr("Finds messages with all of the words, the newest first.") + "\n"
        + tr(
          "Also: \"words next to each other\", word*, from:NAME, in:CONVERSATION, before:2024-05, after:2024-05-31, has:link."
        ) + "\n" + tr("The exit status is 0 when something was found, 1 when nothing was.")
    case .export:
      tr("JSON holds everything and can be imported again; HTML and text are for people.") + "\n"
        + conversation
    case .importArchive:
      tr("What is there already stays as it is. Nothing is sent.") + "\n"
        + tr("With - the archive is read from standard input.")
    }
  }

  var options: [Option] {
    switch self {
    case .send, .importArchive: []
    case .list: [Option(name: "--json", summary: tr("for programs"))]
    case .search:
      [
        Option(name: "--json", summary: tr("for programs, one object a line")),
        Option(name: "--limit", value: "N", summary: tr("the newest N only")),
      ]
    case .export:
      [
        Option(
          name: "--format", value: "FORM", summary: tr("json, html or text; json when left out")),
        Option(name: "--output", value: "FILE", summary: tr("standard output when left out")),
      ]
    }
  }

  var help: String {
    let rows = (options + [Option(name: "--help", summary: tr("print this help"))]).map { option in
      let name = option.name + (option.value.map { " " + $0 } ?? "")
      return "  " + name + String(repeating: " ", count: max(16 - name.count, 1)) + option.summary
    }
    return ["\(tr("Usage:")) \(usage)", explanation, rows.joined(separator: "\n")]
      .joined(separator: "\n\n")
  }

  // MARK: Parsing

  typealias Mistake = CommandLineOptions.Mistake

  /// - Parameter arguments: what follows the command's name. Nil asks for the help.
  func parse(_ arguments: [String]) -> Result<Command?, Mistake> {
    var (words, values): ([String], [String: String]) = ([], [:])
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      if argument == "--help" || argument == "-h" { return .success(nil) }
      // "--name value" and "--name=value".
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }),
        option.value != nil || parts.count == 1
      else { return mistake(tr("unknown option “%s”").filling(argument)) }
      if option.value == nil {
        values[name] = ""
      } else if parts.count == 2 {
        values[name] = String(parts[1])
      } else if let value = rest.popFirst() {
        values[name] = value
      } else {
        return mistake(tr("the option “%s” needs a value").filling(name))
      }
    }
    return command(words, values)
  }

  private func command(
    _ words: [String], _ values: [String: String]
  ) -> Result<Command?, Mistake> {
    switch self {
    case .send:
      guard words.count <= 2 else {
        return mistake(tr("too many words; put quotes around the text"))
      }
      guard words.count == 2 else {
        return mistake(
          words.isEmpty ? tr("the conversation is missing") : tr("the text is missing"))
      }
      return .success(.send(conversation: words[0], text: words[1] == "-" ? nil : words[1]))
    case .list:
      guard words.isEmpty else { return tooMany(words[0]) }
      return .success(.list(asJSON: values["--json"] != nil))
    case .search: return search(words, values)
    case .export:
      guard words.count <= 1 else { return tooMany(words[1]) }
      var export = Command.Export(conversation: words.first)
      export.output = values["--output"].flatMap { $0 == "-" ? nil : $0 }
      switch values["--format"] {
      case nil, "json": break
      case let form?:
        guard let document = ConversationDocument(rawValue: form) else {
          return mistake(tr("“%s” is no format; there are json, html and text").filling(form))
        }
        guard export.conversation != nil else {
          return mistake(tr("only json holds everything; name a conversation"))
        }
        export.form = .document(document)
      }
      return .success(.export(export))
    case .importArchive:
      guard words.count <= 1 else { return tooMany(words[1]) }
      guard let path = words.first else { return mistake(tr("the file is missing")) }
      return .success(.importArchive(path: path == "-" ? nil : path))
    }
  }

  private func search(
    _ words: [String], _ values: [String: String]
  ) -> Result<Command?, Mistake> {
    guard !words.isEmpty else { return mistake(tr("the words to look for are missing")) }
    // What the shell has kept together belongs together.
    let text = words.map { word in
      word.contains(where: \.isWhitespace) && !word.contains("\"") ? "\"\(word)\"" : word
    }.joined(separator: " ")
    var search = Command.Search(words: text, asJSON: values["--json"] != nil)
    if let limit = values["--limit"] {
      guard let number = Int(limit), number > 0 else {
        return mistake(tr("“%s” is no number of messages").filling(limit))
      }
      search.limit = number
    }
    return .success(.search(search))
  }

  private func tooMany(_ word: String) -> Result<Command?, Mistake> {
    mistake(tr("“%s” is a word too many").filling(word))
  }

  private func mistake(_ sentence: String) -> Result<Command?, Mistake> {
    .failure(Mistake(sentence: sentence, command: rawValue))
  }
}
