// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// The map of the package: a target uses only targets that stand above it here.

import PackageDescription

// Told by NOTEKIT_CORE=1: nothing that needs a system library.
let isCore = Context.environment["NOTEKIT_CORE"] == "1"

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let coreProducts: [Product] = [
    .library(name: "NoteKit", targets: ["NoteKit"]),
    .library(name: "NoteKitFoundation", targets: ["NoteKitFoundation"]),
    .executable(name: "notekit", targets: ["notekit"]),
    .executable(name: "notekit-bench", targets: ["notekit-bench"]),
]

let readingProducts: [Product] = [
    .library(name: "NoteMarkdown", targets: ["NoteMarkdown"]),
    .library(name: "NoteExporting", targets: ["NoteExporting"]),
    .library(name: "NoteTypesetting", targets: ["NoteTypesetting"]),
    .executable(name: "notekit-typeset", targets: ["notekit-typeset"]),
    .library(name: "NoteStore", targets: ["NoteStore"]),
    .library(name: "NoteLibrary", targets: ["NoteLibrary"]),
    .library(name: "NoteProtocol", targets: ["NoteProtocol"]),
    .library(name: "NoteService", targets: ["NoteService"]),
    .executable(name: "notekitd", targets: ["notekitd"]),
    .executable(name: "notekit-mcp", targets: ["notekit-mcp"]),
    .library(name: "NoteLocking", targets: ["NoteLocking"]),
]

let readingTargets: [Target] = [
    // The doors to libyaml and ICU; the latter is opened when a date is written, and has nothing to link.
    .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"])]),
    .target(name: "CICU"),

    // What a note means to a reader.
    .target(
        name: "NoteMarkdown", dependencies: ["NoteSyntax", "CYAML", "CICU"], swiftSettings: swiftSettings),
    // How a note leaves: as Markdown, and typeset by another program.
    .target(
        name: "NoteExporting", dependencies: ["NoteMarkdown", "NoteKit", "NoteJSON", "CNoteLinux"],
        swiftSettings: swiftSettings),

    // The door to Pango, cairo and librsvg; the first two are there for their flags.
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .target(name: "CTypesetting", dependencies: ["CCairo", "CHarfBuzz"]),
    // How a note is typeset: a module of its own, so that only the program that typesets loads Pango and cairo.
    .target(
        name: "NoteTypesetting", dependencies: ["NoteExporting", "NoteMarkdown", "NoteKit", "CTypesetting"],
        swiftSettings: swiftSettings),
    // The program that typesets for others.
    .executableTarget(
        name: "notekit-typeset", dependencies: ["NoteTypesetting", "NoteExporting", "NoteJSON"],
        swiftSettings: swiftSettings),

    // The doors to SQLite and Zstandard.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
    // The door to PCRE2.
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
    // What is remembered beside the vault.
    .target(
        name: "NoteStore",
        dependencies: ["NoteKit", "NoteMarkdown", "CNoteLinux", "CSQLite", "CZstd", "CICU", "CPCRE2"],
        swiftSettings: swiftSettings),

    // The door to libmagic.
    .systemLibrary(name: "CMagic", providers: [.apt(["libmagic-dev"])]),
    // Drafts, folders, organising, history, attachments and their placements, renames with their links.
    .target(
        name: "NoteLibrary",
        dependencies: ["NoteStore", "NoteMarkdown", "NoteKit", "NoteJSON", "CNoteLinux", "CMagic"],
        swiftSettings: swiftSettings),

    // What both ends of the daemon's socket say, and the client: a module of its own, so that a program that asks
    // the daemon loads nothing of what the daemon needs.
    .target(
        name: "NoteProtocol", dependencies: ["NoteFiles", "NoteJSON", "CNoteLinux"],
        swiftSettings: swiftSettings),
    // The daemon: server, vaults, systemd.
    .target(
        name: "NoteService",
        dependencies: [
            "NoteProtocol", "NoteLibrary", "NoteStore", "NoteMarkdown", "NoteKit", "NoteJSON", "CNoteLinux",
        ],
        exclude: ["Protocol.md", "protocol.schema.json"], swiftSettings: swiftSettings),

    // The door to PAM.
    .systemLibrary(name: "CPAM", providers: [.apt(["libpam0g-dev"])]),
    // Who may see the notes: a module of its own, so that only a program that locks needs PAM.
    .target(name: "NoteLocking", dependencies: ["CPAM"], swiftSettings: swiftSettings),

    // What is proved of folders, for the tests and the rigs.
    .target(
        name: "LibraryProof", dependencies: ["NoteLibrary", "SyntaxProof"], path: "Tests/LibraryProof",
        swiftSettings: swiftSettings),
    .testTarget(
        name: "NoteLibraryTests", dependencies: ["NoteLibrary", "LibraryProof", "SyntaxProof"],
        swiftSettings: swiftSettings),
    .executableTarget(
        name: "notekitd",
        dependencies: ["NoteService", "NoteProtocol", "NoteProgram", "NoteKit", "CNoteLinux"],
        swiftSettings: swiftSettings),

    // The program that serves agents: 'notekit mcp' becomes it, so that no other command loads what it needs.
    .executableTarget(
        name: "notekit-mcp", dependencies: ["NoteService", "NoteProtocol", "NoteKit"],
        swiftSettings: swiftSettings),

    .testTarget(
        name: "NoteServiceTests",
        dependencies: [
            "NoteService", "NoteProtocol", "NoteKit", "NoteJSON", "notekitd", "notekit-mcp", "notekit",
            "SyntaxProof",
        ],
        exclude: ["Python"],
        swiftSettings: swiftSettings),
    .testTarget(name: "NoteLockingTests", dependencies: ["NoteLocking"], swiftSettings: swiftSettings),
    .testTarget(
        name: "NoteStoreTests", dependencies: ["NoteStore", "SyntaxProof"], swiftSettings: swiftSettings),
    .testTarget(
        name: "NoteMarkdownTests", dependencies: ["NoteMarkdown", "SyntaxProof"], swiftSettings: swiftSettings
    ),
    .testTarget(
        name: "NoteExportingTests", dependencies: ["NoteExporting", "NoteKit", "SyntaxProof"],
        swiftSettings: swiftSettings),
    .testTarget(
        name: "NoteTypesettingTests", dependencies: ["NoteTypesetting", "NoteKit", "notekit-typeset"],
        swiftSettings: swiftSettings),
]

let readers: [Target.Dependency] =
    isCore ? [] : ["NoteMarkdown", "NoteExporting", "NoteStore", "NoteLibrary", "NoteProtocol"]

let package = Package(
    name: "notekit",
    products: coreProducts + (isCore ? [] : readingProducts),
    targets: (isCore ? [] : readingTargets) + [
        // The door to Linux: macros and variadic functions that Swift cannot import.
        .systemLibrary(name: "CNoteLinux"),

        // Pure text, no input or output.
        .target(name: "NoteSyntax", swiftSettings: swiftSettings),
        // The disk. Knows nothing of Markdown.
        .target(name: "NoteFiles", dependencies: ["CNoteLinux"], swiftSettings: swiftSettings),
        // What programs say to each other.
        .target(name: "NoteJSON", swiftSettings: swiftSettings),
        // One note, one folder of notes, the vault check.
        .target(
            name: "NoteKit", dependencies: ["NoteSyntax", "NoteFiles", "NoteJSON"],
            swiftSettings: swiftSettings),

        // What our programs take and say: options, help, manual, completions.
        .target(name: "NoteProgram", dependencies: ["NoteKit", "CNoteLinux"], swiftSettings: swiftSettings),

        // URLs, for programs that have Foundation anyway: it would make any other 12 MB larger.
        .target(name: "NoteKitFoundation", dependencies: ["NoteKit"], swiftSettings: swiftSettings),

        .executableTarget(
            name: "notekit",
            dependencies: ["NoteProgram", "NoteKit", "NoteJSON", "CNoteLinux"] + readers,
            exclude: isCore ? ["Reading"] : [],
            swiftSettings: swiftSettings + (isCore ? [.define("NOTEKIT_CORE")] : [])
        ),
        .executableTarget(
            name: "notekit-bench", dependencies: ["NoteKit"] + readers,
            swiftSettings: swiftSettings + (isCore ? [.define("NOTEKIT_CORE")] : [])
        ),

        // What is proved of the syntax, for the tests, the rigs and the fuzzer.
        .target(
            name: "SyntaxProof", dependencies: ["NoteSyntax"], path: "Tests/SyntaxProof",
            swiftSettings: swiftSettings),

        // Proves the file contract against real processes, kernels and power cuts, and the syntax against
        // other parsers and hostile texts; see scripts/rigs.
        .executableTarget(
            name: "notekit-rig",
            dependencies: ["CNoteLinux", "NoteKit", "SyntaxProof"] + readers
                + (isCore ? [] : ["LibraryProof"]),
            path: "Tests/Rigs/notekit-rig", exclude: isCore ? ["Store"] : [],
            swiftSettings: swiftSettings + (isCore ? [.define("NOTEKIT_CORE")] : [])),

        .testTarget(
            name: "NoteSyntaxTests", dependencies: ["NoteSyntax", "SyntaxProof"],
            swiftSettings: swiftSettings),
        .testTarget(
            name: "NoteFilesTests", dependencies: ["NoteFiles", "NoteKit"], swiftSettings: swiftSettings),
        .testTarget(name: "NoteJSONTests", dependencies: ["NoteJSON"], swiftSettings: swiftSettings),
        .testTarget(name: "NoteKitTests", dependencies: ["NoteKit"], swiftSettings: swiftSettings),
        .testTarget(
            name: "NoteKitFoundationTests", dependencies: ["NoteKitFoundation"], swiftSettings: swiftSettings),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["notekit", "NoteProgram", "NoteJSON"] + (isCore ? [] : ["notekit-typeset"]),
            exclude: isCore ? ["Reading"] : [], swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
