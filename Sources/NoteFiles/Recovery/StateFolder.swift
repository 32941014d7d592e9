// SPDX-License-Identifier: MIT
// Where NoteKit remembers things beside the vault (XDG Base Directory Specification).

internal import Glibc

/// The folder for what must be remembered outside the vault.
public enum StateFolder {
    /// `$XDG_STATE_HOME/notekit`, or `~/.local/state/notekit` where that is not set to an absolute path.
    public static var standard: NotePath {
        standard(environment: { name in getenv(name).map { path($0) } })
    }

    /// The same with the environment handed in.
    package static func standard(environment: (String) -> NotePath?) -> NotePath {
        if let state = environment("XDG_STATE_HOME"), state.isAbsolute {
            return state.appending(NotePath("notekit"))
        }
        let home = environment("HOME").flatMap { $0.bytes.isEmpty ? nil : $0 } ?? homeOfUser()
        return home.appending(NotePath(".local/state/notekit"))
    }

    private static func homeOfUser() -> NotePath {
        // SAFETY: getpwuid answers a pointer that is valid until the next call; it is copied at once.
        guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return NotePath("/") }
        return path(home)
    }

    /// A home may have any name, so the bytes are taken as they are.
    private static func path(_ text: UnsafePointer<CChar>) -> NotePath {
        NotePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
    }
}
