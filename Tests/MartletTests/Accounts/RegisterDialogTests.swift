// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import Gtk
import GtkTestSupport
import Synchronization
import XCTest

@testable import ChatXMPP
@testable import Martlet

/// A server that says what a test has it say, one answer a request.
private final class ScriptedRegistrar: AccountRegistrar {
  typealias Form = Result<RegistrationForm, RegistrationFailure>
  typealias Made = Result<JID, RegistrationFailure>

  struct State {
    var forms: [Form] = []
    var answers: [Made] = []
    var submitted: [RegistrationForm] = []
    var pins: [CertificatePin] = []
    var isCancelled = false
  }

  let state = Mutex(State())

  func form() async throws(RegistrationFailure) -> RegistrationForm {
    try state.withLock { $0.forms.isEmpty ? .failure(.other(.noAnswer)) : $0.forms.removeFirst() }
      .get()
  }

  func submit(_ form: RegistrationForm) async throws(RegistrationFailure) -> JID {
    try state.withLock { state in
      state.submitted.append(form)
      return state.answers.isEmpty ? .failure(.other(.noAnswer)) : state.answers.removeFirst()
    }.get()
  }

  func trust(_ pin: CertificatePin) async { state.withLock { $0.pins.append(pin) } }
  func cancel() async { state.withLock { $0.isCancelled = true } }
}

extension Widget {
  /// All that is inside.
  fileprivate var everything: [Widget] { children.flatMap { [$0] + $0.everything } }
}

final class RegisterDialogTests: XCTestCase {
  @MainActor private final class Fixture {
    let accounts: AccountsFixture
    let registrar = ScriptedRegistrar()
    let dialog: RegisterDialog
    let asked = Asked()
    var done: [AccountConnection] = []
    var isOpen = true

    init(
      forms: [ScriptedRegistrar.Form], answers: [ScriptedRegistrar.Made] = []
    ) throws {
      accounts = try AccountsFixture()
      let registrar = registrar
      registrar.state.withLock {
        $0.forms = forms
        $0.answers = answers
      }
      let asked = asked
      dialog = RegisterDialog(accounts.accounts, over: nil) {
        asked.servers.append($0.description)
        return registrar
      }
      dialog.onDone = { [weak self] in self?.done.append($0) }
      dialog.window.onCloseRequest { [weak self] in
        self?.isOpen = false
        return false
      }
      dialog.present()
    }

    final class Asked { var servers: [String] = [] }

    func choose(_ server: String) {
      dialog.server.text = server
      dialog.goButton.click()
    }

    private func find(_ typeName: String) -> [Widget] {
      dialog.dialog.content.everything.filter { $0.typeName == typeName }
    }

    /// Fills in the form that is shown, as somebody who types.
    func answer(name: String, password: String) {
      // The first entry is the server's.
      find("GtkEntry").last?.set("text", to: .string(name))
      find("GtkPasswordEntry").last?.set("text", to: .string(password))
    }

    var isAtForm: Bool { dialog.questions != nil && dialog.goButton.label.contains("Create") }
  }

  /// Asks for a name and a password.
  private static func form() throws -> RegistrationForm {
    let names = ["username", "password"].map { XMLElement($0, Registration.namespace) }
    let query = XMLElement("query", Registration.namespace, children: names)
    return try XCTUnwrap(
      RegistrationForm(XMLElement("iq", Namespace.client, ["type": "result"], children: [query])))
  }

  func testAnAccountIsMadeAndAdded() throws {
    try withGtk {
      let fixture = try Fixture(
        forms: [.success(Self.form())], answers: [.success(try JID("bo@example.org"))])
      XCTAssertFalse(fixture.dialog.goButton.isSensitive, "no server yet")
      fixture.choose("Example.org")
      XCTAssertTrue(Spin.until { fixture.isAtForm })
      XCTAssertEqual(fixture.asked.servers, ["example.org"])
      XCTAssertFalse(fixture.dialog.goButton.isSensitive, "nothing is answered")
      fixture.answer(name: "bo", password: "a long one")
      XCTAssertTrue(fixture.dialog.goButton.isSensitive)
      fixture.dialog.goButton.click()
      XCTAssertTrue(Spin.until { !fixture.isOpen })
      XCTAssertEqual(fixture.done.map(\.address.description), ["bo@example.org"])
      let service = try fixture.accounts.service()
      XCTAssertEqual(service.configuration?.password, "a long one")
    }
  }

  func testANameThatIsTakenAsksAgainAndKeepsTheOtherAnswers() throws {
    try withGtk {
      let fixture = try Fixture(
        forms: [.success(Self.form()), .success(Self.form())], answers: [.failure(.nameTaken)])
      fixture.choose("example.org")
      XCTAssertTrue(Spin.until { fixture.isAtForm })
      fixture.answer(name: "bo", password: "secret")
      fixture.dialog.goButton.click()
      XCTAssertTrue(Spin.until { fixture.dialog.message.hasStyle("error") })
      XCTAssertTrue(fixture.dialog.message.text.contains("name"), fixture.dialog.message.text)
      XCTAssertEqual(fixture.dialog.questions?.form.fields.map(\.values), [["bo"], []])
      fixture.dialog.window.close()
      XCTAssertTrue(Spin.until { fixture.registrar.state.withLock { $0.isCancelled } })
      XCTAssertTrue(fixture.accounts.accounts.all.isEmpty, "nothing is left of it")
    }
  }

  func testAServerThatMakesNoneSaysWhere() throws {
    try withGtk {
      let fixture = try Fixture(
        forms: [.failure(.notOffered(webPage: "https://example.org/join"))])
      fixture.choose("example.org")
      XCTAssertTrue(Spin.until { fixture.dialog.message.hasStyle("error") })
      XCTAssertTrue(fixture.dialog.webButton.isVisible)
      XCTAssertTrue(fixture.dialog.goButton.isSensitive, "another server can be typed")
      fixture.dialog.window.close()
    }
  }

  func testAPageThatIsNotOfTheWebIsNotOffered() throws {
    try withGtk {
      let fixture = try Fixture(
        forms: [.failure(.notOffered(webPage: "file:///etc/passwd"))])
      fixture.choose("example.org")
      XCTAssertTrue(Spin.until { fixture.dialog.message.hasStyle("error") })
      XCTAssertFalse(fixture.dialog.webButton.isVisible)
      fixture.dialog.window.close()
    }
  }

  func testACertificateIsAskedAboutAndGoesWithTheAccount() throws {
    try withGtk {
      let question = AccountsFixture.question()
      let fixture = try Fixture(
        forms: [.failure(.stream(.certificate(question))), .success(Self.form())],
        answers: [.success(try JID("bo@example.org"))])
      fixture.choose("example.org")
      XCTAssertTrue(Spin.until { fixture.dialog.goButton.label.contains("Trust") })
      fixture.dialog.goButton.click()
      XCTAssertTrue(Spin.until { fixture.isAtForm })
      XCTAssertEqual(fixture.registrar.state.withLock { $0.pins }, [question.pin])
      fixture.answer(name: "bo", password: "secret")
      fixture.dialog.goButton.click()
      XCTAssertTrue(Spin.until { !fixture.isOpen })
      let service = try fixture.accounts.service()
      XCTAssertEqual(service.configuration?.pin, question.pin)
    }
  }

  func testOpenedAndClosedItLeavesNothing() throws {
    try withGtk {
      try assertLeavesNothing(times: 10, [.closures]) {
        let fixture = try Fixture(forms: [.success(Self.form())])
        fixture.choose("example.org")
        XCTAssertTrue(Spin.until { fixture.isAtForm })
        fixture.dialog.window.close()
        Spin.pending()
      }
    }
  }

  func testWhatIsNoServerIsNotAsked() throws {
    try withGtk {
      let fixture = try Fixture(forms: [])
      fixture.choose("bo@example.org")
      XCTAssertTrue(fixture.dialog.message.hasStyle("error"))
      XCTAssertEqual(fixture.asked.servers, [])
      fixture.dialog.window.close()
    }
  }

  func testEveryKindOfQuestionCanBeAnswered() throws {
    try withGtk {
      func field(
        _ kind: DataForm.Field.Kind, _ name: String, isRequired: Bool = false,
        values: [String] = [], options: [DataForm.Field.Option] = []
      ) -> DataForm.Field {
        DataForm.Field(
          kind: kind, name: name, label: name, isRequired: isRequired, values: values,
          options: options)
      }
      let view = DataFormView(
        DataForm(
          title: "", instructions: "",
          fields: [
            field(.hidden, "FORM_TYPE", values: ["jabber:iq:register"]),
            field(.note, "", values: ["Be kind"]),
            field(.line, "username", isRequired: true),
            field(.password, "password", isRequired: true),
            field(
              .choice, "why", values: ["p"],
              options: [.init(label: "Work", value: "w"), .init(label: "Play", value: "p")]),
            field(.yesNo, "rules", isRequired: true),
          ]), pictures: [:])
      XCTAssertFalse(view.isComplete)
      @MainActor func only(_ type: String) throws -> Widget {
        let found = view.widget.everything.first { $0.typeName == type }
        return try XCTUnwrap(found, type)
      }
      try only("GtkEntry").set("text", to: .string("bo"))
      try only("GtkPasswordEntry").set("text", to: .string("secret"))
      try only("GtkDropDown").set("selected", to: .uint(0))
      try only("GtkCheckButton").set("active", to: .bool(true))
      XCTAssertTrue(view.isComplete)
      XCTAssertEqual(
        view.form.fields.map(\.values),
        [["jabber:iq:register"], ["Be kind"], ["bo"], ["secret"], ["w"], ["1"]])
    }
  }
}
