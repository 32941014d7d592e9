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
    static let isCancellable = true
    static let hasLargeAnswer = true

    /// How many matches are told in one answer at most.
    private static let mostMatches = 100_000
    /// A few searches at a time: they keep processors busy, and must not keep saves from the disk.
    static let searching = DiskLanes(width: 2)

    struct Parameters: ProtocolParameters {
        private static let vaultMember = Parameter<String>("vault", Words.vault)
        private static let queryMember = Parameter<String>(
            "query", "One piece of text, spaces and signs included. Case does not count.")
        private static let regexMember = Parameter<Bool?>(
            "regex", "Whether query is a regular expression (PCRE2).")
        private static let marksMember = Parameter<Bool?>(
            "ignoreMarks", "Whether accents and other marks count for nothing.")
        private static let folderMember = Parameter<String?>("folder", Words.folder)
        private static let limitMember = Parameter<Int?>(
            "limit", "How many notes are told at most; 1,000 without it.")
        private static let matchesMember = Parameter<Int?>(
            "matches", "How many places are told of one note at most; all without it.")
        private static let excerptsMember = Parameter<Bool?>(
            "excerpts", "Whether each place comes with its line.")
        static let fields = [
            vaultMember.field, queryMember.field, regexMember.field, marksMember.field, folderMember.field,
            limitMember.field, matchesMember.field, excerptsMember.field,
        ]

        let vault: String
        let query: SearchQuery
        let telling: Telling

        init(_ given: GivenParameters) throws(ProtocolError) {
            vault = try given.value(of: Self.vaultMember)
            var options: SearchQuery.Options = []
            if try given.value(of: Self.regexMember) ?? false { options.insert(.regularExpression) }
            if try given.value(of: Self.marksMember) ?? false { options.insert(.ignoringMarks) }
            let path = try given.folder(of: Self.folderMember)
            let limit = try given.value(of: Self.limitMember) ?? 1_000
            guard limit > 0 else { throw ProtocolError(.invalidParameters, "params.limit is 1 or more.") }
            let text = try given.value(of: Self.queryMember)
            telling = Telling(
                matches: min(mostMatches, try given.value(of: Self.matchesMember) ?? mostMatches),
                hasExcerpts: try given.value(of: Self.excerptsMember) ?? false)
            guard telling.matches > 0 else {
                throw ProtocolError(.invalidParameters, "params.matches is 1 or more.")
            }
            do throws(SearchError) {
                query = try SearchQuery(text, options: options, in: path, limit: limit)
            } catch {
                throw ProtocolError(error)
            }
        }
    }

    /// How much of a hit is told.
    struct Telling: Sendable {
        let matches: Int
        let hasExcerpts: Bool
    }

    /// A place where a note holds it.
    struct Match: ProtocolObject {
        static let members: [Member<Match>] = [
            Member("start", "Where it begins in the text.") { $0.range.lowerBound },
            Member("end", "Where it ends.") { $0.range.upperBound },
            Member("fileStart", "Where it begins in the bytes of the file.") { $0.fileRange.lowerBound },
            Member("fileEnd", "Where it ends there.") { $0.fileRange.upperBound },
            Member(optional: "line", "The number of its line, from 1 on; where excerpts are asked for.") {
                $0.excerpt?.line
            },
            Member(optional: "excerpt", "That line; of a long one, what is around the place.") {
                $0.excerpt?.text
            },
        ]

        let range: Range<Int>
        let fileRange: Range<Int>
        let excerpt: LineExcerpt?
    }

    /// A note that holds it.
    struct Hit: ProtocolObject {
        static let members: [Member<Hit>] = [
            Member("path", "The note.") { $0.path },
            Member("title", "Its title.") { $0.title },
            Member("isInTitle", "Whether the title holds it.") { $0.isInTitle },
            Member("matches", "Where its text holds it; nowhere where only the title does.") { $0.matches },
            Member("count", "How many places there are, told or not.") { $0.count },
        ]

        let path: String
        let title: String
        let isInTitle: Bool
        let matches: [Match]
        let count: Int
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
        let (query, telling, offsets) = (parameters.query, parameters.telling, client.offsets)
        let found = await searching.runCancellable {
            isCancelled -> Result<(results: [Hit], isCut: Bool), ProtocolError> in
            Result { () throws(ProtocolError) in
                if let folder = query.folder { try check(folder, of: vault) }
                return try hits(of: query, in: index, telling, offsets, isCancelled) {
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
        of query: SearchQuery, in index: SearchIndex, _ telling: Telling, _ offsets: TextOffsets,
        _ isCancelled: () -> Bool, where isInside: @Sendable (NotePath) -> Bool
    ) throws(ProtocolError) -> (results: [Hit], isCut: Bool) {
        var results: [Hit] = []
        var (isCut, matches) = (false, 0)
        let limit = query.limit ?? .max
        do throws(SearchError) {
            try index.forEachHit(of: query, isCancelled: isCancelled) { hit, bytes -> Hit? in
                // A folder of the vault may be a link that leaves it.
                guard isInside(hit.path) else { return nil }
                return Hit(
                    path: hit.path.description, title: hit.title, isInTitle: hit.isInTitle,
                    matches: Self.matches(of: hit, in: bytes, telling, offsets), count: hit.matches.count)
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
        of hit: SearchHit, in bytes: UnsafeBufferPointer<UInt8>, _ telling: Telling, _ offsets: TextOffsets
    ) -> [Match] {
        guard !hit.matches.isEmpty else { return [] }
        do {
            let text = try NoteText(bytes: Array(bytes))
            let lines = telling.hasExcerpts ? LineNumbers(of: bytes) : nil
            return hit.matches.prefix(telling.matches).compactMap { fileRange in
                do throws(NoteTextError) {
                    let range = try text.range(inFile: fileRange)
                    return Match(
                        range: offsets.told(
                            range.lowerBound, in: text)..<offsets.told(range.upperBound, in: text),
                        fileRange: fileRange,
                        excerpt: lines.map { LineExcerpt(of: fileRange, in: bytes, $0) })
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
