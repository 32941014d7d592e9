// SPDX-License-Identifier: MIT
// `note/read`, `note/history` and `note/restore`.

internal import NoteKit
internal import NoteStore

/// Reads a note, or a version of it.
enum NoteReadMethod: ServiceMethod {
    static let name = "note/read"
    static let summary =
        "Reads the file of a note, or a version of it. What open sessions have not saved yet is not in it; isOpen "
        + "tells that there may be some."
    static let isRepeatable = true
    static let hasLargeAnswer = true

    struct Parameters: ProtocolParameters {
        private static let versionMember = Parameter<String?>(
            "version", "A version that note/history named; the file of now without it.")
        private static let startMember = Parameter<Int?>(
            "start", "Where the part of the text begins that is told; its beginning without it.")
        private static let limitMember = Parameter<Int?>(
            "limit",
            "How many bytes of the text are told at most; all without it. A part ends with a line where one does."
        )
        static let fields =
            NoteParameters.fields + [versionMember.field, startMember.field, limitMember.field]

        let note: NoteParameters
        let version: String?
        let start: Int
        let limit: Int?

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try NoteParameters(given)
            version = try given.value(of: Self.versionMember)
            start = try given.value(of: Self.startMember) ?? 0
            limit = try given.value(of: Self.limitMember)
            guard start >= 0, limit ?? 1 > 0 else {
                throw ProtocolError(.invalidParameters, "params.start is 0 or more, params.limit 1 or more.")
            }
        }
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("text", "The text: no byte order mark, each line ending as one line feed.") { $0.text },
            Member("digest", Words.digest) { $0.digest },
            Member("size", "The size of the file in bytes.") { $0.size },
            Member("isOpen", "Whether somebody has the note open through this daemon.") { $0.isOpen },
            Member("start", "Where the text that is told begins in the whole text.") { $0.range.lowerBound },
            Member("end", "Where it ends there.") { $0.range.upperBound },
            Member("length", "Where the whole text ends.") { $0.length },
        ]

        let text: String
        let digest: String
        let size: Int
        let isOpen: Bool
        let range: Range<Int>
        let length: Int
    }

    static func lane(_ parameters: Parameters) -> RequestLane { parameters.note.lane }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.note.place(
            for: client, isPast: parameters.version != nil)
        let held = await vault.notes.holdIfOpen(place.path)
        if let held { await vault.notes.release(held) }
        let offsets = client.offsets
        let bytes: [UInt8]
        if let version = parameters.version {
            let past = await vault.lanes.run { () -> Result<[UInt8], ProtocolError> in
                Result { () throws(ProtocolError) in try NotePast(of: place, in: vault).version(version).bytes
                }
            }
            bytes = try past.get()
        } else {
            bytes = try await vault.bytes(of: place)
        }
        let answer = await client.largeMessages.run { () -> Result<Answer, ProtocolError> in
            Result { () throws(ProtocolError) in
                try Self.answer(bytes, to: parameters, of: place, isOpen: held != nil, offsets)
            }
        }
        return try answer.get()
    }

    private static func answer(
        _ bytes: [UInt8], to parameters: Parameters, of place: VaultPlace, isOpen: Bool,
        _ offsets: TextOffsets
    ) throws(ProtocolError) -> Answer {
        let note: NoteText
        do throws(UnreadableText) {
            note = try NoteText(bytes: bytes)
        } catch {
            throw ProtocolError(error, of: place.path)
        }
        let text = note.text
        let length = text.utf8.count
        let start = min(
            try offsets.meant(min(parameters.start, offsets.told(length, in: note)), in: note), length)
        let part = TextPart(of: text, from: start, limit: parameters.limit)
        return Answer(
            text: part.text, digest: SHA256Digest(of: bytes).description, size: bytes.count, isOpen: isOpen,
            range: offsets.told(
                part.range.lowerBound, in: note)..<offsets.told(part.range.upperBound, in: note),
            length: offsets.told(length, in: note))
    }
}

/// The versions of a note.
enum NoteHistoryMethod: ServiceMethod {
    static let name = "note/history"
    static let summary =
        "Lists what a note held before, the newest first. The note need not be there any more."
    static let isRepeatable = true
    static let hasLargeAnswer = true

    /// A version.
    struct Version: ProtocolObject {
        static let members: [Member<Version>] = [
            Member("id", "The name of the version for note/read and note/restore.") { $0.version.id },
            Member("title", "The title that the note had.") { $0.version.title },
            Member("edited", "When its text was last edited, as ISO 8601; null where nobody knows.") {
                $0.version.edited.map { Moment.text($0) }
            },
            Member("captured", "When it was put aside, as ISO 8601.") { Moment.text($0.version.captured) },
            Member("reason", "Why it is kept: replaced, mine, theirs, displaced, recovered, refused.") {
                $0.version.reason.description
            },
        ]

        let version: StoredVersion
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("versions", "The versions, the newest first.") { $0.versions }
        ]

        let versions: [Version]
    }

    static func lane(_ parameters: NoteParameters) -> RequestLane { parameters.lane }

    static func carryOut(
        _ parameters: NoteParameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let (vault, place) = try await parameters.place(for: client, isPast: true)
        let versions = await vault.lanes.run { () -> Result<[StoredVersion], ProtocolError> in
            Result { () throws(ProtocolError) in try NotePast(of: place, in: vault).versions() }
        }
        return Answer(versions: try versions.get().map { Version(version: $0) })
    }
}

/// Puts a version back into its note.
enum NoteRestoreMethod: ServiceMethod {
    static let name = "note/restore"
    static let summary =
        "Puts a version back. What the note holds now becomes a version first, and where it cannot, nothing is written: "
        + "not-written. Restoring what it holds changes nothing."

    struct Parameters: ProtocolParameters {
        private static let versionMember = Parameter<String>("version", "A version that note/history named.")
        private static let baseMember = Parameter<String?>(
            "base",
            "The digest of what it replaces, or missing where there is no note: refused where the note holds "
                + "something else. Without it, whatever is there is replaced.")
        static let fields = NoteParameters.fields + [versionMember.field, baseMember.field]

        let note: NoteParameters
        let version: String
        let base: NoteWriting.RestoreBase

        init(_ given: GivenParameters) throws(ProtocolError) {
            note = try NoteParameters(given)
            version = try given.value(of: Self.versionMember)
            switch try given.value(of: Self.baseMember) {
            case nil: base = .anything
            case "missing"?: base = .nothing
            case let text?:
                guard let digest = SHA256Digest(text) else {
                    throw ProtocolError(
                        .invalidParameters, "params.base is 64 hexadecimal digits, or missing.")
                }
                base = .digest(digest)
            }
        }
    }

    static func lane(_ parameters: Parameters) -> RequestLane { parameters.note.lane }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> WriteAnswer {
        let (vault, place) = try await parameters.note.place(for: client)
        let id = parameters.version
        let bytes = await vault.lanes.run { () -> Result<[UInt8], ProtocolError> in
            Result { () throws(ProtocolError) in try NotePast(of: place, in: vault).version(id).bytes }
        }
        return try await NoteWriting(place, in: vault, for: client)
            .restore(try bytes.get(), over: parameters.base)
    }
}

/// What is remembered of a note. Its methods block on the disk.
struct NotePast {
    private let store: VaultStore
    private let path: NotePath

    /// Finds it where the command line finds it, too.
    init(of place: VaultPlace, in vault: ServedVault) throws(ProtocolError) {
        let found: NotePlace
        do throws(FileError) {
            found = try NotePlace(remembered: place.file)
        } catch {
            throw ProtocolError(error)
        }
        path = found.path
        do throws(StoreError) {
            store = try vault.keeper.store(of: found.vault)
        } catch {
            throw ProtocolError(error)
        }
    }

    func versions() throws(ProtocolError) -> [StoredVersion] {
        do throws(StoreError) {
            return try store.versions(of: path)
        } catch {
            throw ProtocolError(error)
        }
    }

    func version(_ id: String) throws(ProtocolError) -> (version: StoredVersion, bytes: [UInt8]) {
        guard let version = try versions().first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
            throw ProtocolError(.unknownVersion, "'\(path)' has no such version. Nothing was changed.")
        }
        do throws(StoreError) {
            return (version, try store.bytes(of: version))
        } catch {
            throw ProtocolError(error)
        }
    }
}
