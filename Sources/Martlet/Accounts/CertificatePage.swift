// SPDX-License-Identifier: GPL-3.0-or-later
import ChatCore
import ChatXMPP
import Gtk

/// The question what to think of a certificate: what is wrong with it, and what it takes to judge.
final class CertificatePage {
  let widget = Box(.vertical, spacing: 12)

  func show(_ question: CertificateQuestion) {
    for child in widget.children { widget.remove(child) }
    let domain = SafeText.line(question.domain)
    widget.append(
      Label.paragraph(tr("Is this really %s?").filling(domain), styles: "title-2"))
    if question.replacesPin {
      widget.append(
        Label.paragraph(
          tr("You trusted another key before. If nobody told you of a new one, do not go on."),
          styles: "error"))
    }
    for reason in Self.reasons(question) { widget.append(Label.paragraph(reason)) }
    let certificate = question.certificate
    let facts = Box(.vertical, spacing: 8)
    facts.addStyle("card", "facts")
    facts.append(fact(tr("Issued for"), names(of: certificate)))
    facts.append(fact(tr("Issued by"), SafeText.line(certificate.issuer)))
    facts.append(fact(tr("Valid"), Self.validity(of: certificate)))
    facts.append(
      fact(tr("Fingerprint (SHA-256)"), Self.grouped(certificate.fingerprint), isCode: true))
    widget.append(facts)
    widget.append(
      Label.paragraph(
        tr(
          "Compare the fingerprint with one that you got in another way, for example from those who run the server. Your password is sent only when you trust it."
        ), styles: "dim-label"))
  }

  private func fact(_ name: String, _ value: String, isCode: Bool = false) -> Widget {
    let column = Box(.vertical)
    column.append(Label.paragraph(name, styles: "caption", "dim-label"))
    let text = Label.paragraph(value)
    text.isSelectable = true
    if isCode { text.addStyle("monospace") }
    column.append(text)
    return column
  }

  private func names(of certificate: ServerCertificate) -> String {
    let names = certificate.names.isEmpty ? [certificate.subject] : certificate.names
    return names.prefix(8).map { SafeText.line($0) }.joined(separator: ", ")
  }

  static func reasons(_ question: CertificateQuestion) -> [String] {
    let domain = SafeText.line(question.domain)
    let problems = question.problems
    var reasons: [String] = []
    if problems.contains(.unknownIssuer) {
      reasons.append(tr("Nobody whom this system trusts vouches for its certificate."))
    }
    if problems.contains(.wrongName) {
      reasons.append(tr("Its certificate is for other names than %s.").filling(domain))
    }
    if problems.contains(.expired) { reasons.append(tr("Its certificate has run out.")) }
    if problems.contains(.notYetValid) {
      reasons.append(tr("Its certificate is not valid yet. Is the clock of this computer right?"))
    }
    if problems.contains(.revoked) {
      reasons.append(tr("Its certificate was called back by whoever issued it."))
    }
    if problems.contains(.insecure) {
      reasons.append(tr("Its certificate uses a method that is no longer safe."))
    }
    if reasons.isEmpty { reasons.append(tr("Its certificate cannot be checked.")) }
    return reasons
  }

  private static func validity(of certificate: ServerCertificate) -> String {
    let dates = [certificate.notBefore, certificate.notAfter].map { moment in
      moment.map { DateText.format($0.seconds, tr("%-d %B %Y")) } ?? tr("unknown")
    }
    return tr("from %s to %s").filling(dates[0], dates[1])
  }

  /// In groups of four digits, which is how people compare them.
  static func grouped(_ fingerprint: String) -> String {
    var text = ""
    for (index, digit) in fingerprint.enumerated() {
      if index > 0, index % 4 == 0 { text += " " }
      text += String(digit).uppercased()
    }
    return text
  }
}
