// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
// The map of the package: a target uses only targets that stand above it here.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "notekit",
    products: [
        .library(name: "NoteKit", targets: ["NoteKit"]),
        .library(name: "NoteKitFoundation", targets: ["NoteKitFoundation"]),
        .executable(name: "notekit", targets: ["notekit"]),
        .executable(name: "notekit-bench", targets: ["notekit-bench"]),
    ],
    targets: [
        // The door to Linux: macros and variadic functions that Swift cannot import.
        .systemLibrary(name: "CNoteLinux"),

        // Pure text, no input or output.
        .target(name: "NoteSyntax", swiftSettings: swiftSettings),
        // The disk. Knows nothing of Markdown.
        .target(name: "NoteFiles", dependencies: ["CNoteLinux"], swiftSettings: swiftSettings),
        // What programs say to each other.
        .target(name: "NoteJSON", swiftSettings: swiftSettings),
        // One note, one folder of notes, the vault check.
        .target(name: "NoteKit", dependencies: ["NoteSyntax", "NoteFiles"], swiftSettings: swiftSettings),

        // URLs, for programs that have Foundation anyway: it would make any other 12 MB larger.
        .target(name: "NoteKitFoundation", dependencies: ["NoteKit"], swiftSettings: swiftSettings),

        .executableTarget(
            name: "notekit", dependencies: ["NoteKit", "NoteJSON", "CNoteLinux"], swiftSettings: swiftSettings
        ),
        .executableTarget(name: "notekit-bench", dependencies: ["NoteKit"], swiftSettings: swiftSettings),

        // What is proved of the syntax, for the tests, the rigs and the fuzzer.
        .target(
            name: "SyntaxProof", dependencies: ["NoteSyntax"], path: "Tests/SyntaxProof",
            swiftSettings: swiftSettings),

        // Proves the file contract against real processes, kernels and power cuts, and the syntax against
        // other parsers and hostile texts; see scripts/rigs.
        .executableTarget(
            name: "notekit-rig", dependencies: ["CNoteLinux", "NoteKit", "SyntaxProof"],
            path: "Tests/Rigs/notekit-rig", swiftSettings: swiftSettings),

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
            name: "CommandLineTests", dependencies: ["notekit", "NoteJSON"], swiftSettings: swiftSettings),
    ],
    swiftLanguageModes: [.v6]
)
