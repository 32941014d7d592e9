// SPDX-License-Identifier: MIT
// What the index tells of links, tags, headings, tasks and properties.

public import NoteFiles
internal import Synchronization

/// As of the last look. What the index does not know as it was then is read.
extension SearchIndex {
    /// Every note of the vault, ordered by path.
    public func notes() throws(FileError) -> [IndexedNote] {
        var notes: [IndexedNote] = []
        let view = try view()
        let structures = try structures(in: view) { $0 }
        for slot in view.byPath { notes.append(view.note(slot, structures[slot] ?? NoteStructure())) }
        return notes
    }

    /// The note at a path; nil where none is.
    public func note(at path: NotePath) throws(FileError) -> IndexedNote? {
        let view = try view()
        guard let slot = view.slot(of: path) else { return nil }
        let structure = try structures(in: view, of: [slot]) { $0 }[slot]
        return view.note(slot, structure ?? NoteStructure())
    }

    /// The links that may lead to a file, by what its name is folded to, ordered by note and place.
    ///
    /// - Parameter key: What `VaultNames.key(of:)` answers for the file. Where a link really leads
    ///   `VaultNames.target(of:written:from:)` tells: files in several folders may have one name.
    public func links(toKey key: String) throws(FileError) -> [IndexedLink] {
        try named(.link(key)) { structure in
            structure.links.filter { $0.keys.contains(key) }
        }
    }

    /// Every link of the vault, ordered by note and place.
    public func links() throws(FileError) -> [IndexedLink] { try all(\.links) }

    /// The links of a note, in order.
    public func links(from note: NotePath) throws(FileError) -> [IndexedLink] { try of(note, \.links) }

    /// The headings of a note, in order.
    public func headings(of note: NotePath) throws(FileError) -> [IndexedHeading] { try of(note, \.headings) }

    /// The tasks of a note, in order. Their texts are read in the note.
    public func tasks(of note: NotePath) throws(FileError) -> [IndexedTask] {
        try withTexts(try of(note, \.tasks))
    }

    /// Every task of the vault, ordered by note and place. Their texts are read in the notes that have any.
    public func tasks() throws(FileError) -> [IndexedTask] { try withTexts(try all(\.tasks)) }

    /// The properties of a note, in order.
    public func properties(of note: NotePath) throws(FileError) -> [IndexedProperty] {
        try of(note, \.properties)
    }

    /// The properties of a name in all notes, ordered by note; case does not count.
    public func properties(named name: String) throws(FileError) -> [IndexedProperty] {
        let folded = NoteStructure.fold(name)
        return try named(.property(folded)) { structure in
            structure.properties.filter { NoteStructure.fold($0.name) == folded }
        }
    }

    /// The notes that have a tag or one nested in it, ordered by path; case does not count.
    public func notes(tagged tag: String) throws(FileError) -> [NotePath] {
        let folded = NoteStructure.fold(tag)
        let view = try view()
        let tags = try structures(in: view) { structure in
            structure.tags.contains {
                let name = NoteStructure.fold($0)
                return name == folded || name.hasPrefix(folded + "/")
            }
        }
        return view.byPath.filter { tags[$0] ?? false }.map { view[$0].path }
    }

    /// The tags of the vault with how many notes have each, ordered by name.
    public func tags() throws(FileError) -> [IndexedTag] {
        let view = try view()
        let tags = try structures(in: view) { $0.tags }
        var counts: [String: (name: String, count: Int)] = [:]
        for slot in view.byPath {
            for name in tags[slot] ?? [] {
                counts[NoteStructure.fold(name), default: (name, 0)].count += 1
            }
        }
        return counts.sorted { $0.key < $1.key }.map {
            IndexedTag(name: $0.value.name, notes: $0.value.count)
        }
    }

    /// Tasks, those of a note together, with the texts that the notes have for them now.
    private func withTexts(_ tasks: [IndexedTask]) throws(FileError) -> [IndexedTask] {
        let view = try view()
        var notes: [(path: NotePath, tasks: Range<Int>)] = []
        for (index, task) in tasks.enumerated() {
            if notes.last?.path == task.note {
                notes[notes.count - 1].tasks = notes[notes.count - 1].tasks.lowerBound..<index + 1
            } else {
                notes.append((task.note, index..<index + 1))
            }
        }
        let checksums = notes.map { note in
            view.slot(of: note.path).map { view[$0].facts.checksum }
        }
        let ranges = notes.map(\.tasks)
        var found: [IndexedTask] = []
        try NotePass(vault: vault, calls: calls).read(notes.map(\.path)) {
        } making: { _, index, reading -> [IndexedTask] in
            guard case .text(let bytes, _) = reading else { return [] }
            var sum = CRC32C()
            sum.update(with: UnsafeRawBufferPointer(bytes))
            guard sum.value == checksums[index] else {
                return NoteStructure(of: bytes, at: tasks[ranges[index].lowerBound].note).tasks
            }
            return tasks[ranges[index]].map { task in
                var task = task
                let range = task.textRange.clamped(to: 0..<bytes.count)
                task.text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
                return task
            }
        } use: { _, made in
            found += made
            return true
        }
        return found
    }

    // MARK: How

    private func of<Part>(_ note: NotePath, _ parts: (NoteStructure) -> [Part]) throws(FileError) -> [Part] {
        let view = try view()
        guard let slot = view.slot(of: note) else { return [] }
        return try structures(in: view, of: [slot]) { $0 }[slot].map(parts) ?? []
    }

    private func all<Part: Sendable>(
        _ parts: @Sendable (NoteStructure) -> [Part]
    ) throws(FileError) -> [Part] {
        let view = try view()
        let found = try structures(in: view, making: parts)
        return view.byPath.flatMap { found[$0] ?? [] }
    }

    private func named<Part: Sendable>(
        _ name: IndexedName, _ parts: @Sendable (NoteStructure) -> [Part]
    ) throws(FileError) -> [Part] {
        let view = try view()
        let slots: [Int]
        if var found = self.slots(of: NoteGrams.query(for: name), in: view) {
            // Those that the index knows by the name, and those that it does not know.
            found.formUnion(view.unindexed)
            slots = view.sorted(found.slots)
        } else {
            slots = Array(view.byPath)
        }
        let found = try structures(in: view, of: slots, making: parts)
        return slots.flatMap { found[$0] ?? [] }
    }

    /// What is made of the structures of some notes, or of all, by their slot. Notes without any have none.
    private func structures<Made: Sendable>(
        in view: IndexView, of slots: [Int]? = nil, making make: @Sendable (NoteStructure) -> Made
    ) throws(FileError) -> [Int: Made] {
        var made: [Int: Made] = [:]
        var missing = slots?.filter { !view[$0].isIndexed } ?? view.unindexed.slots
        let known = slots.map { $0.filter { view[$0].isIndexed } }
        do throws(StoreError) {
            guard let making = view.making else { throw StoreError(.missing, vault, "there is no index") }
            made = try read { mirror throws(StoreError) in
                guard mirror.making == making else {
                    throw StoreError(.missing, mirror.database.path, "it was made anew meanwhile")
                }
                return try mirror.structures(known, in: view, make)
            }
        } catch {
            if error.code != .missing { setHindrance(error) }
            missing = slots ?? Array(view.byPath)
        }
        let paths = missing.map { view[$0].path }
        try NotePass(vault: vault, calls: calls).read(paths) {
        } making: { _, index, reading -> Made? in
            guard case .text(let bytes, _) = reading else { return nil }
            return make(NoteStructure(of: bytes, at: paths[index]))
        } use: { index, one in
            if let one { made[missing[index]] = one }
            return true
        }
        return made
    }
}

extension IndexMirror {
    /// What is made of the structures of some notes, or of all, by their slot in the view.
    fileprivate func structures<Made>(
        _ slots: [Int]?, in view: IndexView, _ make: (NoteStructure) -> Made
    ) throws(StoreError) -> [Int: Made] {
        var made: [Int: Made] = [:]
        var isSound = true
        let map = view.numbers
        try database.structures(of: slots.map { $0.map { view[$0].number } }) { number, packed in
            guard let slot = map[number] else { return }
            guard let structure = PackedStructure.structure(packed, of: view[slot].path) else {
                isSound = false
                return
            }
            made[slot] = make(structure)
        }
        guard isSound else { throw database.damagedIndex() }
        return made
    }
}

extension IndexView {
    fileprivate func note(_ slot: Int, _ structure: NoteStructure) -> IndexedNote {
        let entry = self[slot]
        return IndexedNote(
            path: entry.path, title: String(decoding: entry.path.name.bytes.dropLast(3), as: UTF8.self),
            aliases: structure.aliases, tags: structure.tags,
            modified: entry.facts.modified, created: entry.facts.created, size: entry.facts.size,
            isReadable: entry.facts.state != .unreadable)
    }
}
