// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// The GTK targets: everything in them runs on the main thread unless it says otherwise.
let interface = strict + [.defaultIsolation(MainActor.self)]

func system(_ name: String, _ pkgConfig: String, apt package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let package = Package(
  name: "martlet",
  products: [
    .library(name: "ChatCore", targets: ["ChatCore"]),
    .library(name: "ChatWidgets", targets: ["ChatWidgets"]),
    .executable(name: "martlet", targets: ["Martlet"]),
    .executable(name: "martlet-bench", targets: ["martlet-bench"]),
    .executable(name: "inputbar-demo", targets: ["inputbar-demo"]),
    .executable(name: "toolbar-demo", targets: ["toolbar-demo"]),
  ],
  targets: [
    system("CGtk", "gtk4", apt: "libgtk-4-dev"),
    system("CGio", "gio-2.0 gio-unix-2.0", apt: "libglib2.0-dev"),
    system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
    system("CExpat", "expat", apt: "libexpat1-dev"),
    system("CGsasl", "libgsasl", apt: "libgsasl-dev"),
    system("CIdn", "libidn", apt: "libidn-dev"),
    system("CEnchant", "enchant-2", apt: "libenchant-2-dev"),
    system("CSecret", "libsecret-1", apt: "libsecret-1-dev"),
    system("CSoup", "libsoup-3.0", apt: "libsoup-3.0-dev"),

    .target(name: "ChatCore", dependencies: ["CSQLite", "CIdn"], swiftSettings: strict),
    .target(
      name: "ChatXMPP", dependencies: ["ChatCore", "CGio", "CExpat", "CGsasl", "CIdn"],
      swiftSettings: strict),
    .target(
      name: "Gtk", dependencies: ["CGtk"], swiftSettings: interface,
      linkerSettings: [.linkedLibrary("dispatch")]),
    .target(
      name: "ChatWidgets", dependencies: ["Gtk", "ChatCore", "CEnchant"],
      exclude: ["Resources/icons"],
      resources: [
        .embedInCode("Resources/icons.gresource"),
        .embedInCode("Resources/emoji.css"),
        .embedInCode("Resources/focus.css"),
        .embedInCode("Resources/inputbar.css"),
        .embedInCode("Resources/messagelist.css"),
      ],
      swiftSettings: interface),
    .executableTarget(
      name: "Martlet",
      dependencies: ["ChatWidgets", "ChatXMPP", "ChatCore", "Gtk", "CGio", "CSecret"],
      resources: [.embedInCode("Resources/martlet.css")],
      swiftSettings: interface),

    .executableTarget(
      name: "martlet-bench",
      dependencies: [
        "ChatWidgets", "ChatXMPP", "ChatCore", "Gtk", "CSQLite", "CGio", "CExpat", "CGsasl",
      ],
      path: "Benchmarks/martlet-bench", swiftSettings: interface),
    .executableTarget(
      name: "inputbar-demo", dependencies: ["ChatWidgets", "ChatCore", "Gtk"],
      path: "Examples/inputbar-demo", swiftSettings: interface),
    .executableTarget(
      name: "toolbar-demo", dependencies: ["ChatWidgets", "Gtk"],
      path: "Examples/toolbar-demo", swiftSettings: interface),

    .target(
      name: "GtkTestSupport", dependencies: ["Gtk"], path: "Tests/GtkTestSupport",
      swiftSettings: interface),
    .testTarget(
      name: "GtkTests", dependencies: ["Gtk", "GtkTestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ChatCoreTests", dependencies: ["ChatCore", "CSQLite"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "ChatXMPPTests", dependencies: ["ChatXMPP", "ChatCore"],
      exclude: ["Session/FuzzCorpus.xml"], swiftSettings: strict),
    .testTarget(
      name: "ChatWidgetsTests",
      dependencies: ["ChatWidgets", "ChatCore", "Gtk", "GtkTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MartletTests",
      dependencies: ["Martlet", "ChatWidgets", "ChatXMPP", "ChatCore", "Gtk", "GtkTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
