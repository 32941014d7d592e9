// SPDX-License-Identifier: MIT
// Rules of PAM that only a test sees.

import Glibc
import Testing

/// A private folder with service files in it, gone when the value goes.
final class RuleFolder {
    let path: String

    init(_ services: [String: String]) throws {
        var template = Array("/tmp/notekit-pam-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
        for (name, rules) in services { try write(rules + "\n", to: name, mode: 0o644) }
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    private var names: [String] = []

    /// Makes a file, and answers its path.
    @discardableResult func write(_ text: String, to name: String, mode: mode_t) throws -> String {
        let file = try #require(fopen("\(path)/\(name)", "w"))
        fputs(text, file)
        fclose(file)
        chmod("\(path)/\(name)", mode)
        names.append(name)
        return "\(path)/\(name)"
    }
}
