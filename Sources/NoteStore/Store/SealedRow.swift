// SPDX-License-Identifier: MIT
// A row that knows whether it is whole: SQLite itself does not notice a flipped bit in a value.

internal import NoteFiles

/// A row of the store: a number, its columns, and over both a checksum in the last column.
///
/// The checksum also tells the rows of one table from those of another where only pages of the file are left.
protocol SealedRow {
    static var table: String { get }
    /// The columns between the number and the checksum.
    static var columns: [String] { get }
    var id: Int64 { get }
    var values: [DatabaseValue] { get }
    /// Reads the columns; nil when they cannot be those of such a row.
    init?(id: Int64, values: [DatabaseValue])
}

extension SealedRow {
    /// The checksum over the name of the table, the number and the columns.
    var seal: Int64 {
        var bytes = Array(Self.table.utf8) + [0]
        Self.add(.integer(id), to: &bytes)
        for value in values { Self.add(value, to: &bytes) }
        return Int64(CRC32C(of: bytes).value)
    }

    /// Reads the columns with the checksum behind them; nil when it does not fit.
    init?(id: Int64, sealed: [DatabaseValue]) {
        guard sealed.count == Self.columns.count + 1, let seal = sealed.last?.integer else { return nil }
        self.init(id: id, values: sealed.dropLast())
        guard self.seal == seal else { return nil }
    }

    private static func add(_ value: DatabaseValue, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0)
        case .integer(let number): add(1, UInt64(bitPattern: number), to: &bytes)
        case .real(let number): add(2, number.bitPattern, to: &bytes)
        case .text(let text):
            add(3, UInt64(text.utf8.count), to: &bytes)
            bytes += text.utf8
        case .blob(let blob):
            add(4, UInt64(blob.count), to: &bytes)
            bytes += blob
        }
    }

    private static func add(_ kind: UInt8, _ number: UInt64, to bytes: inout [UInt8]) {
        bytes.append(kind)
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

extension Database {
    /// The rows of a table, each proved whole.
    ///
    /// - Parameter condition: What follows `WHERE`.
    /// - Throws: `StoreError` with code `.damaged` when a row is not what was written.
    mutating func sealed<Sealed: SealedRow>(
        _ type: Sealed.Type, where condition: String, _ values: DatabaseValue...
    ) throws(StoreError) -> [Sealed] {
        let columns = Sealed.columns.count
        let names = (["id"] + Sealed.columns + ["seal"]).joined(separator: ", ")
        var found: [Sealed] = []
        var isDamaged = false
        try each("SELECT \(names) FROM \(Sealed.table) WHERE \(condition)", values) { row in
            let sealed = (1...columns + 1).map { row.value($0) }
            guard let made = Sealed(id: row.integer(0), sealed: sealed) else { return isDamaged = true }
            found.append(made)
        }
        guard !isDamaged else {
            throw StoreError(.damaged, path, "a row of it is not what was written")
        }
        return found
    }

    /// Puts a row in.
    mutating func insert(_ row: some SealedRow) throws(StoreError) {
        _ = try insert(row, "INSERT")
    }

    /// Puts a row in, in place of one that has its number.
    mutating func put(_ row: some SealedRow) throws(StoreError) {
        _ = try insert(row, "INSERT OR REPLACE")
    }

    /// Puts a row in unless one has its number or what must be there once.
    ///
    /// - Returns: Whether it was put in.
    @discardableResult
    mutating func insertIfNew(_ row: some SealedRow) throws(StoreError) -> Bool {
        try insert(row, "INSERT OR IGNORE") == 1
    }

    private mutating func insert<Sealed: SealedRow>(
        _ row: Sealed, _ verb: String
    ) throws(StoreError) -> Int {
        let names = (["id"] + Sealed.columns + ["seal"]).joined(separator: ", ")
        let marks = Array(repeating: "?", count: Sealed.columns.count + 2).joined(separator: ", ")
        return try run(
            "\(verb) INTO \(Sealed.table)(\(names)) VALUES(\(marks))",
            [.integer(row.id)] + row.values + [.integer(row.seal)])
    }

    /// Writes a row anew.
    mutating func update<Sealed: SealedRow>(_ row: Sealed) throws(StoreError) {
        let settings = (Sealed.columns + ["seal"]).map { "\($0) = ?" }.joined(separator: ", ")
        try run(
            "UPDATE \(Sealed.table) SET \(settings) WHERE id = ?",
            row.values + [.integer(row.seal), .integer(row.id)])
    }

    /// A number that no row of a table has or had.
    mutating func nextNumber(_ type: (some SealedRow).Type) throws(StoreError) -> Int64 {
        let last = try first("SELECT seq FROM sqlite_sequence WHERE name = ?", .text(type.table)) {
            $0.integer(0)
        }
        guard last != .max else { throw StoreError(.damaged, path, "a row of it is not what was written") }
        return (last ?? 0) + 1
    }
}
