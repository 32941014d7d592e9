// SPDX-License-Identifier: MIT
// The files of a vault by name, and where its links lead.

public import NoteFiles
public import NoteSyntax

/// The names of all files of a vault, notes and others, as links find them.
///
/// A value: it knows the vault as it was told. It looks at no disk but where it is made from one, and writes
/// nothing. A question costs no more where thousands of files have one name.
public struct VaultNames: Sendable {
    /// The vault's settings: links find files in its attachment folder.
    public let settings: VaultSettings
    /// How many files there are.
    public private(set) var count = 0

    /// By folded name.
    private var buckets: [String: NameBucket] = [:]

    /// Takes paths below a vault. What is hidden or leads out of the vault is left out, as no link finds it.
    public init(_ paths: some Sequence<NotePath>, settings: VaultSettings = VaultSettings()) {
        self.settings = settings
        var files: [String: [VaultPath]] = [:]
        for path in paths {
            guard let file = VaultPath(path), file != .top else { continue }
            files[FoldedName.folded(file.name), default: []].append(file)
            count += 1
        }
        buckets = files.mapValues { NameBucket($0, depth: 1) }
    }

    /// Looks at a vault and its settings.
    ///
    /// System calls: those of `FolderScan` and `NoteDisk.read`.
    ///
    /// - Throws: `FileError` as `FolderScan` does.
    public init(of vault: NotePath, on disk: NoteDisk = NoteDisk()) throws(FileError) {
        try self.init(of: vault, matching: { _ in true }, settings: VaultSettings(of: vault, on: disk), disk)
    }

    /// The same for the files of some names.
    init(
        of vault: NotePath, matching matches: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool,
        settings: VaultSettings, _ disk: NoteDisk
    ) throws(FileError) {
        let scan = try FolderScan(of: vault, matching: matches, includingOthers: false, calls: disk.calls)
        self.init(scan.lazy.map(\.path), settings: settings)
    }

    /// Whether there is a file at a path, spelled just so.
    public func contains(_ path: NotePath) -> Bool { VaultPath(path).map(contains) ?? false }

    /// A path of a file as it is kept here, so that whoever keeps it too does not keep it twice; nil where there
    /// is none.
    package func kept(_ path: NotePath) -> NotePath? {
        guard let file = VaultPath(path) else { return nil }
        return buckets[FoldedName.folded(file.name)]?.kept(file)?.path
    }

    /// The files at a path but for case and the form of accents, ordered by length and bytes.
    public func files(alike path: NotePath) -> [NotePath] {
        guard let file = VaultPath(path) else { return [] }
        return buckets[FoldedName.folded(file.name)]?.files(at: file).map(\.path) ?? []
    }

    /// The files of the folded names that a condition holds for, ordered by path.
    package func files(named isWanted: (String) -> Bool) -> [NotePath] {
        buckets.filter { isWanted($0.key) }.flatMap(\.value.files).map(\.path).sorted()
    }

    /// Adds a file. One that is there already stays.
    public mutating func insert(_ path: NotePath) {
        guard let file = VaultPath(path), file != .top, !contains(file) else { return }
        buckets[FoldedName.folded(file.name), default: NameBucket([], depth: 1)].insert(file)
        count += 1
    }

    /// Takes a file away. One that is not there changes nothing.
    public mutating func remove(_ path: NotePath) {
        guard let file = VaultPath(path), contains(file) else { return }
        let name = FoldedName.folded(file.name)
        buckets[name]?.remove(file)
        if buckets[name]?.isEmpty ?? false { buckets[name] = nil }
        count -= 1
    }

    /// Where a link leads.
    ///
    /// Looked for as Obsidian does. `name` means `name.md`, unless it has another ending and there is such a
    /// file. A wikilink is a path from the vault's top, else from the note's folder; a link of Markdown the
    /// other way round, percent signs decoded. Then the attachment folder is looked in. Where no file is
    /// spelled just so, case and the form of accents do not count; and then a file is found by the end of its
    /// path anywhere in the vault: below the note's folder first, then where the path is shortest. Nothing
    /// hidden is found, and nothing outside of the vault. Blanks around the name in a wikilink do not count.
    ///
    /// - Parameters:
    ///   - link: What the link names, escapes resolved, percent signs as they are. A part behind `#` counts
    ///     only where a file that is no note is called so.
    ///   - style: How it is written.
    ///   - note: The path of the note below the vault.
    public func target(of link: String, written style: LinkStyle, from note: NotePath) -> LinkTarget {
        if style == .path, LinkReading.isAddress(link) { return .outside }
        let counting = Self.counting(of: link, written: style)
        if counting.isEmpty || counting.utf8.first == UInt8(ascii: "#") { return .within }
        guard let note = VaultPath(note) else { return .missing }
        let found = LinkReading(link, style, meansNotes: true).file(
            from: note, settings: settings, isFile: contains
        ) { elsewhere($0, expected: $1, from: note) }
        return found.map { .file($0.path) } ?? .missing
    }

    /// What of a target counts: all of it, but for the blanks around what stands in double brackets.
    public static func counting(of target: String, written style: LinkStyle) -> String {
        String(decoding: LinkReading.counting(Array(target.utf8)[...], style), as: UTF8.self)
    }

    /// Where a link of a note leads.
    ///
    /// - Parameters:
    ///   - link: A link as `MarkdownTree.links(in:)` gives it.
    ///   - bytes: The bytes of the note that it is in.
    ///   - note: The path of the note below the vault.
    public func target(of link: MarkdownLink, in bytes: UnsafeBufferPointer<UInt8>, from note: NotePath)
        -> LinkTarget
    {
        switch link.kind {
        case .url: return .outside
        default:
            return target(
                of: link.target + (link.subpath(in: bytes) ?? ""), written: LinkStyle(link.kind), from: note)
        }
    }

    /// A file that is in none of the expected places, or spelled otherwise.
    func elsewhere(_ wanted: VaultPath?, expected: [VaultPath], from note: VaultPath) -> VaultPath? {
        for place in expected {
            if let found = buckets[FoldedName.folded(place.name)]?.files(at: place).first { return found }
        }
        guard let wanted, wanted != .top else { return nil }
        let folded = FoldedPath(wanted)
        return folded.folded.last.flatMap {
            buckets[$0]?.file(endingIn: folded, nearestTo: note.folder)
        }
    }

    func contains(_ file: VaultPath) -> Bool {
        buckets[FoldedName.folded(file.name)]?.contains(file) ?? false
    }
}
