// SPDX-License-Identifier: MIT

/// The top-level domains under which a bare name is taken for a link.
///
/// All of the country codes, and of the others those that people write: with all 1,400 of them half
/// of the abbreviations in the world would be links. https://www.iana.org/domains/root/db
enum TopLevelDomains {
  private static let countries = """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs \
    bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee \
    eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm \
    hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb \
    lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz \
    na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs \
    ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm \
    tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """

  private static let others = """
    com org net edu gov mil int info biz name pro aero coop museum jobs mobi travel tel cat asia \
    post arpa app dev page blog shop store online site website tech cloud space live chat social \
    news media wiki science art music film games land life world today email link click design \
    studio agency academy school university community foundation events tools codes systems \
    network software engineering solutions digital berlin hamburg koeln wien paris london scot \
    wales swiss bzh eus gal nrw bayern ruhr amsterdam brussels madrid moscow tokyo nyc xyz top \
    club fun icu vip
    """

  /// In punycode: рф, рус, укр, бел, срб, мкд, ελ, ευ, 中国, 中國, 香港, 台灣, 한국, भारत, ไทย, გე, հայ.
  private static let foreign = """
    xn--p1ai xn--p1acf xn--j1amh xn--90ais xn--90a3ac xn--d1alf xn--qxam xn--qxa6a xn--fiqs8s xn \
    --fiqz9s xn--j6w193g xn--kpry57d xn--3e0b707e xn--h2brj9c xn--o3cw4h xn--node xn--y9a3aq
    """

  private static let known = Set(
    [countries, others, foreign].joined(separator: " ").split(separator: " "))

  /// These are ends of file names too. "README.md" is no link, "www.example.md" is.
  private static let extensions: Set<Substring> = [
    "cc", "md", "pl", "ps", "py", "rs", "sh", "so", "st", "zip", "mov", "app", "ai", "am", "in",
  ]

  /// - Parameters:
  ///   - written: the host as it stands in the text.
  ///   - isSurelyALink: whether a path or a port follows.
  static func isKnown(_ host: HostName, written: String, isSurelyALink: Bool) -> Bool {
    let domain = host.topLevelDomain
    guard host.ascii.contains("."), known.contains(domain) else { return false }
    // A sentence that lacks a space: "Thank you.It was".
    let end = written.suffix(domain.utf8.count)
    if end.first?.isUppercase == true, end.dropFirst().contains(where: \.isLowercase) {
      return false
    }
    return isSurelyALink || !extensions.contains(domain) || host.ascii.hasPrefix("www.")
  }
}
