// SPDX-License-Identifier: MIT
// Many searches of one vault in one process, for a driver that knows what must be found.

internal import Glibc
internal import NoteFiles
internal import NoteStore

/// Answers queries from the standard input, one a line: `plain` or `markless`, a space, and the query in hexadecimal
/// digits. An answer is a line of hits: the path in hexadecimal digits, a colon, and the matches as `start-end`,
/// with a comma between.
struct SearchAnswers {
    private let vault: NotePath
    private let state: NotePath

    init(_ arguments: Arguments) throws(RigFailure) {
        vault = NotePath(try arguments.text("vault"))
        state = NotePath(try arguments.text("state"))
    }

    func run() throws(RigFailure) -> Bool {
        do {
            let index = try SearchIndex(of: vault, stateFolder: state)
            if let hindrance = try index.refresh().hindrance { throw RigFailure("\(hindrance)") }
            while let line = readLine() {
                let words = line.split(separator: " ")
                guard words.count == 2, let text = Self.bytes(of: words[1]) else {
                    throw RigFailure("no query: \(line)")
                }
                let options: SearchQuery.Options = words[0] == "markless" ? .ignoringMarks : []
                print(try answer(to: text, options, index))
            }
            return true
        } catch let error as RigFailure {
            throw error
        } catch {
            throw RigFailure("\(error)")
        }
    }

    private func answer(
        to text: [UInt8], _ options: SearchQuery.Options, _ index: SearchIndex
    ) throws -> String {
        let query: SearchQuery
        do throws(SearchError) {
            query = try SearchQuery(bytes: text, options: options)
        } catch {
            guard error.code == .nothingToFind else { throw error }
            return "nothing to find"
        }
        return try index.search(query).hits.map { hit in
            let matches = hit.matches.map { "\($0.lowerBound)-\($0.upperBound)" }
            return Self.digits(of: hit.path.bytes) + ":" + matches.joined(separator: ",")
        }.joined(separator: " ")
    }

    private static func bytes(of digits: Substring) -> [UInt8]? {
        let digits = Array(digits)
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func digits(of bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
