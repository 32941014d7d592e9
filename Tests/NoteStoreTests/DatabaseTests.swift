// SPDX-License-Identifier: MIT
// The connection to SQLite: values, transactions, migrations, damage.

import Foundation
import Glibc
import NoteFiles
import NoteStore
import Testing

@Suite("A database")
struct DatabaseTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    var path: NotePath { NotePath(folder.appendingPathComponent("store.sqlite").path) }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test("gives back every kind of value as it was given")
    func values() throws {
        var database = try Database(at: path)
        try database.execute("CREATE TABLE t(a, b, c, d, e, f, g)")
        try database.run(
            "INSERT INTO t VALUES(?, ?, ?, ?, ?, ?, ?)", .null, .integer(.min), .real(1.5),
            .text("e\u{301}\0x"),
            .blob([0, 255]), .text(""), .blob([]))
        let isSame = try database.first("SELECT * FROM t") { row in
            row.isNull(0) && row.integer(1) == .min && row.real(2) == 1.5
                && row.bytes(3) == Array("e\u{301}\0x".utf8) && row.bytes(4) == [0, 255]
                && !row.isNull(5) && row.text(5).isEmpty && !row.isNull(6) && row.bytes(6) == []
        }
        #expect(isSame == true)
    }

    @Test("is for this user alone, and so is what SQLite makes beside it")
    func mode() throws {
        var database = try Database(at: path)
        try database.execute("CREATE TABLE t(a)")
        // Also where they were put back with another mode.
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            #expect(chmod("\(folder.path)/\(name)", 0o666) == 0)
        }
        let again = try Database(at: path)
        try again.execute("SELECT 1 FROM t")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
        #expect(try database.run("INSERT INTO t VALUES(1)") == 1)
    }

    @Test("takes back a transaction that fails, and goes on")
    func rollback() throws {
        var database = try Database(at: path)
        try database.execute("CREATE TABLE t(a UNIQUE)")
        #expect(throws: StoreError.self) {
            try database.transaction { database throws(StoreError) in
                try database.run("INSERT INTO t VALUES(1)")
                try database.run("INSERT INTO t VALUES(1)")
            }
        }
        #expect(try database.rows("SELECT a FROM t") { $0.integer(0) } == [])
        try database.transaction { database throws(StoreError) in
            _ = try database.run("INSERT INTO t VALUES(2)")
        }
        #expect(try database.rows("SELECT a FROM t") { $0.integer(0) } == [2])
    }

    @Test("is brought from any step to the last, once, and refuses one of a later edition")
    func migrations() throws {
        let steps: [MigrationStep] = [
            "CREATE TABLE t(a)", "ALTER TABLE t ADD COLUMN b DEFAULT 7", "INSERT INTO t(a) VALUES(3)",
        ]
        for step in 1...steps.count {
            do {
                var before = try Database(at: path)
                try before.migrate(by: Array(steps.prefix(step)))
            }
            var database = try Database(at: path)
            try database.migrate(by: Array(steps.prefix(step)))
            #expect(try database.lastStep(upTo: steps.count) == step)
        }
        var database = try Database(at: path)
        #expect(try database.rows("SELECT a, b FROM t") { [$0.integer(0), $0.integer(1)] } == [[3, 7]])
        let error = #expect(throws: StoreError.self) { try database.migrate(by: [steps[0]]) }
        #expect(error?.code == .tooNew && error?.description.contains(path.description) == true)
    }

    @Test(
        "lets a step make a table anew that another names, and refuses one that leaves a name without its row"
    )
    func rebuilt() throws {
        var database = try Database(at: path)
        let first: MigrationStep = """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE u(t REFERENCES t(id));
            INSERT INTO t VALUES(1, 2); INSERT INTO u VALUES(1)
            """
        let second = MigrationStep.change { database throws(StoreError) in
            let rows = try database.rows("SELECT id, a FROM t") { ($0.integer(0), $0.integer(1)) }
            try database.execute("DROP TABLE t; CREATE TABLE t(id INTEGER PRIMARY KEY, b)")
            for (id, a) in rows {
                try database.run("INSERT INTO t VALUES(?, ?)", .integer(id), .integer(a + 1))
            }
        }
        try database.migrate(by: [first, second])
        #expect(try database.rows("SELECT b FROM t") { $0.integer(0) } == [3])
        #expect(throws: StoreError.self) { try database.execute("INSERT INTO u VALUES(9)") }
        let error = #expect(throws: StoreError.self) {
            try database.migrate(by: [first, second, "DELETE FROM t"])
        }
        #expect(error?.code == .damaged)
        #expect(try database.rows("SELECT b FROM t") { $0.integer(0) } == [3])
    }

    @Test("says that a file is no database, and leaves it as it is")
    func damaged() throws {
        let bytes = Data(repeating: 0x41, count: 5_000)
        try bytes.write(to: URL(fileURLWithPath: path.description))
        let error = #expect(throws: StoreError.self) { _ = try Database(at: path) }
        #expect(error?.code == .damaged)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path.description)) == bytes)
    }
}
