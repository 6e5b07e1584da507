// SPDX-License-Identifier: GPL-3.0-or-later
import Gtk
import Testing

@testable import Martlet

@MainActor @Suite struct CommandLineTests {
  @Test(arguments: [
    ([], CommandLineOptions.Request.run(CommandLineOptions())),
    (["--demo"], .run(CommandLineOptions(isDemo: true))),
    (["--gapplication-service"], .run(CommandLineOptions())),
    (["--version"], .showVersion),
    (["--demo", "--version"], .showVersion),
    (["--help"], .showHelp),
    (["-h"], .showHelp),
  ])
  func known(_ arguments: [String], _ request: CommandLineOptions.Request) {
    #expect(CommandLineOptions.parse(arguments) == .success(request))
  }

  @Test(arguments: ["--foo", "-x", "file", "--demo=1", "", "--"])
  func unknownIsRefusedByName(_ argument: String) {
    guard case .failure(let mistake) = CommandLineOptions.parse(["--demo", argument]) else {
      Issue.record("“\(argument)” was accepted")
      return
    }
    #expect(mistake.sentence.contains("“\(argument)”"))
  }

  @Test func aWordIsNoOption() {
    for (argument, kind) in [("lsit", "command"), ("--lsit", "option")] {
      guard case .failure(let mistake) = CommandLineOptions.parse([argument]) else {
        Issue.record("“\(argument)” was accepted")
        continue
      }
      #expect(mistake.sentence.contains("\(kind) “\(argument)”"))
    }
  }

  @Test func usageNamesEveryOption() {
    for option in ["--demo", "--version", "--help"] {
      #expect(CommandLineOptions.usage.contains(option))
    }
  }

  @Test func fillingTakesValuesInOrderAndOnce() {
    #expect("a %s b %s".filling("1", "2") == "a 1 b 2")
    #expect("%s".filling("%s") == "%s", "a value is never taken for a place")
    #expect("%s and %s".filling("one") == "one and %s")
    #expect("none".filling("x") == "none")
  }
}
