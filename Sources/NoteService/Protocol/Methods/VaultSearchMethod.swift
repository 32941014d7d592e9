// SPDX-License-Identifier: MIT
// `vault/search`.

internal import NoteKit
internal import NoteProtocol
internal import NoteStore

/// Finds the notes of a vault that hold a piece of text.
enum VaultSearchMethod: ServiceMethod {
    static let name = "vault/search"
    static let summary =
        "Finds the notes of a vault that hold a piece of text in their title or their file, as notekit search does. All "
        + "that happened on the disk before the request counts; what sessions have not saved does not. While the index "
        + "is being built, and where it cannot be used, notes are read instead, and degraded says so."
    static let isRepeatable = true

    /// How many matches are told in one answer at most.
    private static let mostMatches = 100_000
    /// A few searches at a time: they keep processors busy, and must not keep saves from the disk.
    private static let searching = DiskLanes(width: 2)

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        private static let queryMember = Parameter<String>(
            "query", "One piece of text, spaces and signs included. Case does not count.")
        private static let regexMember = Parameter<Bool?>(
            "regex", "Whether query is a regular expression (PCRE2).")
        private static let marksMember = Parameter<Bool?>(
            "ignoreMarks", "Whether accents and other marks count for nothing.")
        private static let folderMember = Parameter<String?>(
            "folder", "Only notes in this folder of the vault and those below it.")
        private static let limitMember = Parameter<Int?>(
            "limit", "How many notes are told at most; 1,000 without it.")
        static let fields = [
            vaultMember.field, queryMember.field, regexMember.field, marksMember.field, folderMember.field,
            limitMember.field,
        ]

        let vault: String
        let query: SearchQuery

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
            var options: SearchQuery.Options = []
            if try given.value(of: Self.regexMember) ?? false { options.insert(.regularExpression) }
            if try given.value(of: Self.marksMember) ?? false { options.insert(.ignoringMarks) }
            let folder = try given.value(of: Self.folderMember)
            let limit = try given.value(of: Self.limitMember) ?? 1_000
            guard limit > 0 else { throw ProtocolError(.invalidParameters, "params.limit is 1 or more.") }
            let text = try given.value(of: Self.queryMember)
            let path = try Self.path(folder)
            do throws(SearchError) {
                query = try SearchQuery(text, options: options, in: path, limit: limit)
            } catch {
                throw ProtocolError(error)
            }
        }

        private static func path(_ folder: String?) throws(ProtocolError) -> NotePath? {
            guard let folder else { return nil }
            guard let path = NotePath(shown: folder), !path.isAbsolute, VaultPath(path)?.path == path else {
                throw ProtocolError(.outsideVault, "params.folder names no folder in the vault.")
            }
            return path
        }
    }

    /// A place where a note holds it.
    struct Match: ProtocolObject {
        static let members: [Member<Match>] = [
            Member("start", "Where it begins in the text.") { $0.range.lowerBound },
            Member("end", "Where it ends.") { $0.range.upperBound },
            Member("fileStart", "Where it begins in the bytes of the file.") { $0.fileRange.lowerBound },
            Member("fileEnd", "Where it ends there.") { $0.fileRange.upperBound },
        ]

        let range: Range<Int>
        let fileRange: Range<Int>
    }

    /// A note that holds it.
    struct Hit: ProtocolObject {
        static let members: [Member<Hit>] = [
            Member("path", "The note.") { $0.path },
            Member("title", "Its title.") { $0.title },
            Member("isInTitle", "Whether the title holds it.") { $0.isInTitle },
            Member("matches", "Where its text holds it; nowhere where only the title does.") { $0.matches },
        ]

        let path: String
        let title: String
        let isInTitle: Bool
        let matches: [Match]
    }

    struct Answer: ProtocolObject {
        static let members: [Member<Answer>] = [
            Member("results", "Those whose title holds it, then those that changed last.") { $0.results },
            Member("isCut", "Whether there may be more than are told.") { $0.isCut },
            Member("clock", Words.clock) { $0.clock },
            Member("degraded", "In what the watcher and the index are hindered; empty when all is well.") {
                $0.degraded
            },
        ]

        let results: [Hit]
        let isCut: Bool
        let clock: String
        let degraded: [Degradation]
    }

    static func lane(_ parameters: Parameters) -> RequestLane { .vault(parameters.vault) }

    static func carryOut(
        _ parameters: Parameters, for client: ServedClient
    ) async throws(ProtocolError) -> Answer {
        let vault = try client.vault(parameters.vault)
        try await vault.settle()
        let log = vault.log
        let index = try await vault.index.current()
        let degraded = vault.hindrances(of: log) + vault.index.degraded
        let (query, offsets) = (parameters.query, client.offsets)
        let found = await searching.run {
            () -> Result<(results: [Hit], isCut: Bool), ProtocolError> in
            Result { () throws(ProtocolError) in
                if let folder = query.folder { try check(folder, of: vault) }
                return try hits(of: query, in: index, offsets) {
                    VaultPlace.isInside($0, of: vault.path)
                }
            }
        }
        let (results, isCut) = try found.get()
        return Answer(results: results, isCut: isCut, clock: log.clock, degraded: degraded)
    }

    private static func check(_ folder: NotePath, of vault: ServedVault) throws(ProtocolError) {
        guard VaultPlace.facts(of: vault.path.appending(folder))?.kind == .directory else {
            throw ProtocolError(.missing, "'\(folder)' is no folder of the vault.")
        }
    }

    private static func hits(
        of query: SearchQuery, in index: SearchIndex, _ offsets: TextOffsets,
        where isInside: @Sendable (NotePath) -> Bool
    ) throws(ProtocolError) -> (results: [Hit], isCut: Bool) {
        var results: [Hit] = []
        var (isCut, matches) = (false, 0)
        let limit = query.limit ?? .max
        do throws(SearchError) {
            try index.forEachHit(of: query) { hit, bytes -> Hit? in
                // A folder of the vault may be a link that leaves it.
                guard isInside(hit.path) else { return nil }
                return Hit(
                    path: hit.path.description, title: hit.title, isInTitle: hit.isInTitle,
                    matches: Self.matches(of: hit, in: bytes, offsets))
            } use: { result in
                guard let result else { return true }
                guard results.count < limit, matches < mostMatches else {
                    isCut = true
                    return false
                }
                results.append(result)
                matches += result.matches.count
                return true
            }
        } catch {
            throw ProtocolError(error)
        }
        return (results, isCut)
    }

    /// The matches of a note in the client's unit. One that ends inside of a line ending has no place in the text.
    private static func matches(
        of hit: SearchHit, in bytes: UnsafeBufferPointer<UInt8>, _ offsets: TextOffsets
    ) -> [Match] {
        guard !hit.matches.isEmpty else { return [] }
        do {
            let text = try NoteText(bytes: Array(bytes))
            return hit.matches.prefix(mostMatches).compactMap { fileRange in
                do throws(NoteTextError) {
                    let range = try text.range(inFile: fileRange)
                    return Match(
                        range: offsets.told(
                            range.lowerBound, in: text)..<offsets.told(range.upperBound, in: text),
                        fileRange: fileRange)
                } catch {
                    return nil
                }
            }
        } catch {
            // What is not UTF-8 is never a hit.
            return []
        }
    }
}
