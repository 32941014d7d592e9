// SPDX-License-Identifier: MIT
// Machines with fewer fonts than this one.

import Foundation
import NoteTypesetting

/// A configuration of fontconfig that knows only some folders, in a file that goes when it does.
final class FontConfiguration {
    private let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("fonts-\(UUID().uuidString).conf")

    init(folders: [String]) throws {
        let folders = folders.map { "<dir>\($0)</dir>" }.joined()
        let cache = "<cachedir>\(FileManager.default.temporaryDirectory.path)/font-cache</cachedir>"
        try Data("<?xml version=\"1.0\"?><fontconfig>\(folders)\(cache)</fontconfig>".utf8).write(to: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    var options: NotePDFRenderer.Options {
        var options = NotePDFRenderer.Options()
        options.fontConfiguration = file.path
        return options
    }

    static func onlyLatin() throws -> FontConfiguration {
        try FontConfiguration(folders: ["/usr/share/fonts/truetype/dejavu"])
    }
}
