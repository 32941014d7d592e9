// SPDX-License-Identifier: MIT
// The files of one folder, packed: a hundred thousand of them are ordinary.

/// Files in the order of their names: 64 bytes for each, and its name.
struct PackedFiles: Sendable {
    private struct Record {
        var inode: UInt64
        var size: Int
        var modifiedSeconds: Int64
        var changedSeconds: Int64
        var bornSeconds: Int64
        var modifiedRest: UInt32
        var changedRest: UInt32
        /// More than a second holds where the moment is not known.
        var bornRest: UInt32
        var device: UInt32
        var nameStart: UInt32
        var nameCount: UInt16
        var isLink: Bool
        var isShared: Bool
    }

    /// A file as it is handed in and out.
    struct File: Equatable {
        var stamp: FileStamp
        /// Whether the name is a symbolic link.
        var isLink: Bool
        /// Whether the file has other names too, through which it can change.
        var isShared: Bool
    }

    private var records: ContiguousArray<Record> = []
    private var names: ContiguousArray<UInt8> = []
    /// Bytes of names that no record needs any more.
    private var waste = 0
    private var sharedCount = 0

    var count: Int { records.count }

    mutating func reserve(files: Int, nameBytes: Int) {
        records.reserveCapacity(files)
        names.reserveCapacity(nameBytes)
    }

    /// A file by its place in the order.
    func file(at index: Int, _ devices: DeviceTable) -> File {
        let record = records[index]
        let unknown = record.bornRest == UInt32.max
        return File(
            stamp: FileStamp(
                identity: FileFacts.Identity(device: devices[record.device], inode: record.inode),
                size: record.size,
                modified: FileTime(seconds: record.modifiedSeconds, nanoseconds: record.modifiedRest),
                changed: FileTime(seconds: record.changedSeconds, nanoseconds: record.changedRest),
                born: unknown ? nil : FileTime(seconds: record.bornSeconds, nanoseconds: record.bornRest)),
            isLink: record.isLink, isShared: record.isShared)
    }

    /// The places of the files that have other names too.
    var shared: [Int] { sharedCount == 0 ? [] : records.indices.filter { records[$0].isShared } }

    /// The places of files with some inode numbers, on any device.
    func places(of inodes: Set<UInt64>) -> [Int] {
        records.indices.filter { inodes.contains(records[$0].inode) }
    }

    /// Calls `body` with the name of a file.
    func withName<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let record = records[index]
        return names.withUnsafeBufferPointer {
            let start = Int(record.nameStart)
            return body(UnsafeBufferPointer(rebasing: $0[start..<start + Int(record.nameCount)]))
        }
    }

    func name(at index: Int) -> [UInt8] { withName(at: index) { Array($0) } }

    /// Where a name is; nil where it is not.
    func index(of name: UnsafeBufferPointer<UInt8>) -> Int? {
        let (place, isThere) = find(name)
        return isThere ? place : nil
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>) -> (place: Int, isThere: Bool) {
        let place = place(for: name)
        return (place, place < records.count && withName(at: place) { !name.precedes($0) })
    }

    /// The first place whose name does not come before `name`.
    private func place(for name: UnsafeBufferPointer<UInt8>) -> Int {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if withName(at: middle, { $0.precedes(name) }) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Puts a file behind all others.
    mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ file: File, _ devices: inout DeviceTable) {
        records.append(record(name, file, &devices))
    }

    private mutating func record(
        _ name: UnsafeBufferPointer<UInt8>, _ file: File, _ devices: inout DeviceTable
    ) -> Record {
        let start = names.count
        names.append(contentsOf: name)
        if file.isShared { sharedCount += 1 }
        return Record(
            inode: file.stamp.identity.inode, size: file.stamp.size,
            modifiedSeconds: file.stamp.modified.seconds, changedSeconds: file.stamp.changed.seconds,
            bornSeconds: file.stamp.born?.seconds ?? 0, modifiedRest: file.stamp.modified.nanoseconds,
            changedRest: file.stamp.changed.nanoseconds, bornRest: file.stamp.born?.nanoseconds ?? .max,
            device: devices.number(of: file.stamp.identity.device), nameStart: UInt32(start),
            nameCount: UInt16(name.count), isLink: file.isLink, isShared: file.isShared)
    }

    /// Sets, adds and removes files.
    ///
    /// - Parameter updates: Names, each once and in order, and what is there now.
    mutating func apply(_ updates: [(name: [UInt8], file: File?)], _ devices: inout DeviceTable) {
        var places: [(place: Int, isThere: Bool)] = []
        places.reserveCapacity(updates.count)
        var (added, dropped) = (0, 0)
        for update in updates {
            let (place, isThere) = update.name.withUnsafeBufferPointer { find($0) }
            places.append((place, isThere))
            switch (isThere, update.file) {
            case (true, let file?):
                let (start, count) = (records[place].nameStart, records[place].nameCount)
                var record = record(UnsafeBufferPointer(start: nil, count: 0), file, &devices)
                (record.nameStart, record.nameCount) = (start, count)
                if records[place].isShared { sharedCount -= 1 }
                records[place] = record
            case (true, nil): dropped += 1
            case (false, .some): added += 1
            case (false, nil): break
            }
        }
        guard added + dropped > 0 else { return }
        var merged: ContiguousArray<Record> = []
        merged.reserveCapacity(records.count + added - dropped)
        var next = 0
        for (update, (place, isThere)) in zip(updates, places) {
            if isThere == (update.file != nil) { continue }
            merged.append(contentsOf: records[next..<place])
            next = place
            if let file = update.file {
                merged.append(update.name.withUnsafeBufferPointer { record($0, file, &devices) })
            } else {
                waste += Int(records[place].nameCount)
                if records[place].isShared { sharedCount -= 1 }
                next += 1
            }
        }
        merged.append(contentsOf: records[next...])
        records = merged
        if waste > 1024, waste > names.count / 2 { packNames() }
    }

    private mutating func packNames() {
        var packed: ContiguousArray<UInt8> = []
        packed.reserveCapacity(names.count - waste)
        for index in records.indices {
            let (start, count) = (Int(records[index].nameStart), Int(records[index].nameCount))
            records[index].nameStart = UInt32(packed.count)
            packed.append(contentsOf: names[start..<start + count])
        }
        (names, waste) = (packed, 0)
    }
}

/// Device numbers, each with a short one.
struct DeviceTable: Sendable {
    private var devices: [UInt64] = []

    subscript(number: UInt32) -> UInt64 { devices[Int(number)] }

    mutating func number(of device: UInt64) -> UInt32 {
        // There are one or two, and the last is the likeliest.
        if let index = devices.lastIndex(of: device) { return UInt32(index) }
        devices.append(device)
        return UInt32(devices.count - 1)
    }
}
