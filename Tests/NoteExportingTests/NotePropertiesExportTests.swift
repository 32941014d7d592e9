// SPDX-License-Identifier: MIT
// What properties add to an export: the event date and the drawing.

import NoteExporting
import NoteKit
import Testing

@Suite("The properties of an exported note")
struct NotePropertiesExportTests {
    private static let svg =
        #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="5" height="5"/></svg>"#

    private func export(
        _ front: String, at note: String = "journal/May.md", locale: String = "en_GB", zone: String = "UTC",
        drawing: String = svg, look: DrawingLook = .shown
    ) throws -> NoteExport {
        let vault = try ScratchVault([
            ".obsidian/app.json": #"{"attachmentFolderPath":"files"}"#, "files/sketch.svg": drawing,
            "outside.svg": Self.svg,
        ])
        let dates = try EventDateStyle(DateConventions(locale: locale, zone: zone))
        return NoteExport(
            of: Array("---\n\(front)\n---\nBody\n".utf8), at: NotePath(note),
            in: VaultFiles(of: vault.notePath),
            dates: dates, lookingBy: { _ in look })
    }

    static let dates: [(front: String, locale: String, zone: String, text: String?)] = [
        ("date: 2026-03-14", "fr_FR", "UTC", "samedi 14 mars 2026"),
        ("date: 2026-03-14", "en_US", "Pacific/Kiritimati", "Saturday, March 14, 2026"),
        ("date: 2026-03-14", "de_DE", "America/Los_Angeles", "Samstag, 14. März 2026"),
        ("date: 2026-03-14", "ja_JP", "UTC", "2026年3月14日土曜日"),
        ("date: 2026-03-14T09:30", "de_DE", "Asia/Tokyo", "Samstag, 14. März 2026 um 09:30"),
        ("date: 2026-03-14T23:30Z", "de_DE", "Asia/Tokyo", "Sonntag, 15. März 2026 um 08:30 GMT+9"),
        ("date: next week", "en_GB", "UTC", nil), ("date: 2026-02-30", "en_GB", "UTC", nil),
        ("date: ", "en_GB", "UTC", nil), ("date: 5", "en_GB", "UTC", nil),
        ("Date: 2026-03-14", "en_GB", "UTC", nil),
        ("due: 2026-03-14", "en_GB", "UTC", nil), ("broken: [", "en_GB", "UTC", nil),
    ]

    @Test(
        "give the event date for an injected locale and time zone, when it is a date or a date and time",
        arguments: dates)
    func eventDate(front: String, locale: String, zone: String, text: String?) throws {
        #expect(try export(front, locale: locale, zone: zone).eventDate == text)
    }

    @Test(
        "issue C4: that cannot be read as they were meant are told with the line",
        arguments: [
            ("k: [a", "Line 3: The front matter is no YAML"),
            ("date: 2026-03-14\ndate: 2026-03-15", "Line 3: The name in this line stands in line 2 already."),
        ])
    func problems(front: String, warning: String) throws {
        let warnings = try export(front).warnings
        #expect(warnings.count == 1 && warnings[0].hasPrefix(warning), "\(warnings)")
        #expect(try export("a: 1\na: 2\ndate: 2026-03-14").warnings.isEmpty)
    }

    @Test(
        "give the drawing that is in the attachment folder",
        arguments: ["sketch.svg", "\"[[sketch.svg]]\"", "'[[sketch.svg|x]]'"])
    func drawing(name: String) throws {
        let export = try export("drawing: \(name)")
        #expect(export.drawing == Array(Self.svg.utf8) && export.warnings.isEmpty)
    }

    @Test(
        "give no drawing, and tell it, where it is not in the attachment folder",
        arguments: ["gone.svg", "outside.svg", "../outside.svg"])
    func noDrawing(name: String) throws {
        let export = try export("drawing: \(name)")
        #expect(export.drawing == nil)
        #expect(export.warnings == ["The drawing '\(name)' is not in the attachment folder; it is left out."])
    }

    @Test("leave a drawing out that does not show, and tell of one that cannot be drawn")
    func lookedAt() throws {
        let empty = try export("drawing: sketch.svg", look: .empty)
        #expect(empty.drawing == nil && empty.warnings.isEmpty)
        let broken = try export("drawing: sketch.svg", look: .fault("is broken"))
        #expect(broken.drawing == nil)
        #expect(broken.warnings == ["The drawing 'sketch.svg' is broken; it is left out."])
    }

    @Test("leave an empty drawing out", arguments: ["", " \n"])
    func emptyDrawing(drawing: String) throws {
        let export = try export("drawing: sketch.svg", drawing: drawing)
        #expect(export.drawing == nil)
        #expect(!String(decoding: export.markdown, as: UTF8.self).contains(NoteExport.drawingNotice))
    }

    @Test("give neither where none is named")
    func nothing() throws {
        for front in ["drawing:", "drawing: [a, b]", "drawing: 5", "a: 1"] {
            let export = try export(front)
            #expect(export.drawing == nil && export.eventDate == nil && export.warnings.isEmpty)
        }
    }

    @Test("do not give the title, which is the file's name")
    func title() throws {
        #expect(try export("title: Other").title == "May")
        #expect(try export("a: 1", at: "x/.md").title == ".md")
        #expect(try export("a: 1", at: "x/v1.2.md").title == "v1.2")
    }
}
