// SPDX-License-Identifier: MIT
// What a person types to attach files to a note and to place them in it.

import Foundation
import Testing

@Suite("Attachments from the command line")
struct AttachTranscriptTests {
    private let terminal: Terminal

    init() throws {
        terminal = try Terminal()
        try FileManager.default.createDirectory(
            at: terminal.folder.appendingPathComponent("v/.obsidian"), withIntermediateDirectories: true)
        try terminal.write(#"{"attachmentFolderPath":"files"}"#, to: "v/.obsidian/app.json")
        try terminal.write("# Trip\r\n\r\nWe went.\r\n", to: "v/n.md")
        try terminal.write("%PDF-1.7\nx\n", to: "photo.png")
    }

    @discardableResult
    private func type(_ line: String) async throws -> Terminal.Outcome { try await terminal.type(line) }

    private func text(_ name: String) throws -> String {
        String(decoding: try terminal.bytes(of: name), as: UTF8.self)
    }

    @Test("add lists a copy under a free name, list tells of it, and remove takes it away")
    func files() async throws {
        #expect(
            try await type("notekit attach add v/n.md photo.png photo.png")
                == .init(
                    out: "Attached 'photo.png' to 'v/n.md'.\nAttached 'photo 1.png' to 'v/n.md'.\n", err: "",
                    code: 0))
        let listed =
            "---\r\nattachments:\r\n  - photo.png\r\n  - photo 1.png\r\n---\r\n# Trip\r\n\r\nWe went.\r\n"
        #expect(Array(try text("v/n.md").utf8) == Array(listed.utf8))
        #expect(try await type("cmp photo.png 'v/files/photo 1.png'").code == 0)
        try await type("rm v/files/photo.png")
        #expect(
            try await type("notekit attach list v/n.md")
                == .init(
                    out: "photo.png    missing\nphoto 1.png  PDF document, 11 bytes\n", err: "", code: 0))
        let row =
            #"{"name":"photo 1.png","size":11,"typeName":"PDF document","detail":"PDF document, 11 bytes","#
            + #""spoken":"photo 1.png, PDF document, 11 bytes","available":true}]"#
        let missing =
            #"[{"name":"photo.png","size":null,"typeName":null,"detail":"missing","#
            + #""spoken":"photo.png, missing","available":false},"#
        #expect(try await type("notekit attach list v/n.md --json").out == missing + row + "\n")
        try terminal.write("![[photo 1.png]]", to: "v/other.md")
        #expect(
            try await type("notekit attach remove v/n.md 'photo 1.png'")
                == .init(
                    out: "'v/n.md' no longer lists 'photo 1.png'. The file stays: 'other.md' names it.\n",
                    err: "", code: 0))
        #expect(
            try await type("notekit attach remove v/n.md photo.png --json").out
                == #"{"name":"photo.png","removed":false,"namedBy":[]}"# + "\n")
        #expect(try await type("notekit history list v/n.md").out == "")
    }

    @Test("place, up, down and lift change nothing but the placement, in the note's line endings")
    func placements() async throws {
        let before = try text("v/n.md")
        try await type("mkdir v/files && cp photo.png v/files")
        #expect(try await type("notekit attach place v/n.md photo.png --at 14").code == 0)
        #expect(
            Array(try text("v/n.md").utf8) == Array("# Trip\r\n\r\nWe went.\r\n\r\n![[photo.png]]\r\n".utf8))
        #expect(try await type("notekit attach up v/n.md photo.png").code == 0)
        #expect(
            Array(try text("v/n.md").utf8) == Array("# Trip\r\n\r\n![[photo.png]]\r\n\r\nWe went.\r\n".utf8))
        #expect(
            try await type("notekit attach down v/n.md photo.png && notekit attach lift v/n.md photo.png")
                .code == 0)
        #expect(Array(try text("v/n.md").utf8) == Array(before.utf8))
        try terminal.write("a\n\n{{attachment:AAAAAAAA-1111-2222-3333-BBBBBBBBBBBB}}\n", to: "v/u.md")
        #expect(
            try await type("notekit attach lift v/u.md aaaaaaaa-1111-2222-3333-bbbbbbbbbbbb --json").code == 0
        )
        #expect(try text("v/u.md") == "a\n")
    }

    @Test("place takes a file that the vault holds, listed or not")
    func placesUnlisted() async throws {
        try await type("mkdir v/deep && cp photo.png v/deep/map.png")
        #expect(try await type("notekit attach place v/n.md map.png --at 0").code == 0)
        #expect(try text("v/n.md").hasPrefix("![[map.png]]\r\n"))
    }

    @Test("a change of a placement answers what an edit does", arguments: ["place", "down", "up", "lift"])
    func placementAsJSON(action: String) async throws {
        try terminal.write("One.\n\n![[photo.png]]\n\nTwo.\n\nThree.\n", to: "v/p.md")
        try await type("cp photo.png v/photo.png")
        let place = action == "place" ? " --at 0" : ""
        let answer = try Answer(
            try await type("notekit attach \(action) v/p.md photo.png\(place) --json").out)
        let digest = try await type("sha256sum < v/p.md | cut -c 1-64").out.dropLast()
        #expect(answer["status"] == "saved" && answer["digest"] == String(digest), "\(answer)")
        #expect(answer.object("receipt")["proof"] is String && answer.fields["error"] == nil, "\(answer)")
    }

    @Test("a refusal in JSON has a status, the code and the reason")
    func refusalAsJSON() async throws {
        let answer = try await type("notekit attach remove v/n.md x.png --json")
        let json =
            #"{"status":"refused","moved":[],"made":[],"edited":[],"removed":[],"problems":["#
        let error =
            #"{"code":"missing","path":"n.md","message":"'n.md' lists no file 'x.png'. Nothing was changed."}"#
        #expect(answer.out == json + error + #"],"error":"# + error + "}\n" && answer.code == 2, "\(answer)")
    }

    @Test("settings that are broken say where a file belongs no more: nothing is attached")
    func brokenSettings() async throws {
        try terminal.write("{ oops", to: "v/.obsidian/app.json")
        let answer = try await type("notekit attach add v/n.md photo.png")
        #expect(answer.code == 2 && answer.err.contains("v/.obsidian/app.json' was not read"), "\(answer)")
        #expect(try text("v/n.md") == "# Trip\r\n\r\nWe went.\r\n")
        #expect(try await type("ls v").out == "n.md\n")
    }

    @Test("a state folder that cannot be used is a failure to write, whatever the command")
    func unusableState() async throws {
        for line in [
            "attach add v/n.md photo.png", "rename v/n.md x", "move v/n.md v", "folder create v x",
            "pin v/n.md",
        ] {
            let answer = try await terminal.type("notekit \(line)", environment: ["XDG_STATE_HOME": "/proc"])
            #expect(answer.code == 5 && answer.err.contains("cannot be used"), "\(line): \(answer)")
        }
    }

    static let refusals: [(line: String, err: String, code: Int32)] = [
        ("add v/n.md", "notekit: FILE is missing.\n'notekit attach --help' tells more.\n", 2),
        (
            "place v/n.md x.png",
            "notekit: 'place' takes --at OFFSET.\n'notekit attach --help' tells more.\n", 2
        ),
        ("list v/n.md x", "notekit: 'list' takes no FILE.\n'notekit attach --help' tells more.\n", 2),
        ("list v/n.md --at 1", "notekit: 'list' takes no --at.\n'notekit attach --help' tells more.\n", 2),
        (
            "add v/n.md v", "notekit: 'v' was not attached: it is not a regular file. Nothing was changed.\n",
            2
        ),
        (
            "remove v/n.md x.png", "notekit: 'n.md' lists no file 'x.png'. Nothing was changed.\n", 2
        ),
        (
            "place v/n.md 'a]].png' --at 0",
            "notekit: 'v/n.md' was not edited. 'a]].png' cannot be spelled in ![[...]]. Nothing was written.",
            1
        ),
        (
            "place v/n.md n.md --at 1000",
            "notekit: 'v/n.md' was not edited. Offset 1000 is outside of a file of 20 bytes. Nothing was written.",
            2
        ),
        (
            "place v/accent.md n.md --at 1",
            "notekit: 'v/accent.md' was not edited. Offset 1 is inside a character. Nothing was written.", 2
        ),
        (
            "place v/n.md NOPE.png --at 0",
            "notekit: 'v/n.md' was not edited. It lists no file 'NOPE.png', and the vault holds none. "
                + "Nothing was written.", 1
        ),
        ("list v/latin.md", "notekit: What 'latin.md' lists is not known.", 4),
        (
            "up v/n.md x.png",
            "notekit: 'v/n.md' was not edited. No placement of that name stands there. Nothing was written.",
            1
        ),
        (
            "add v/broken.md photo.png", "notekit: The attachments of 'broken.md' were not changed.", 1
        ),
        ("add v/latin.md photo.png", "notekit: 'latin.md' was not changed.", 4),
    ]

    @Test("refusals change nothing, say why and are never 0", arguments: refusals)
    func refusal(line: String, err: String, code: Int32) async throws {
        try terminal.write("---\nattachments: [a\n---\n", to: "v/broken.md")
        try await type("printf '\\xff\\xfe\\xe4' > v/latin.md; printf '\\303\\251\\n' > v/accent.md")
        let before = try await type("find v -type f | sort | xargs sha256sum").out
        let answer = try await type("notekit attach \(line)")
        #expect(answer.out == "" && answer.err.hasPrefix(err) && answer.code == code, "\(answer)")
        #expect(try await type("find v -type f | sort | xargs sha256sum").out == before)
    }
}
