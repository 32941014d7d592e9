// SPDX-License-Identifier: MIT
// The editors and tools that write notes while we have them open.

import NoteKit

/// A program that puts `$2` in place of the third line of a note, in its own way.
enum OutsideEditor: String, CaseIterable {
    /// Writes the old file, or a new one in its place.
    case vimInPlace = """
        vim -u NONE -i NONE -n -es -c 'set backupcopy=yes' -c "3s/.*/$2/" -c 'wq' "$1" < /dev/null
        """
    case vimRenaming = """
        vim -u NONE -i NONE -n -es -c 'set backupcopy=no' -c "3s/.*/$2/" -c 'wq' "$1" < /dev/null
        """
    case ed = """
        printf '3s/.*/%s/\\nw\\nq\\n' "$2" | ed -s "$1"
        """
    case sed = """
        sed -i "3s/.*/$2/" "$1"
        """
    case gitCheckout = """
        export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
        git() { command git -c user.name=n -c user.email=n@example.org -c init.defaultBranch=main "$@"; }
        if [ ! -d .git ]; then git init -q; fi
        cp "$1" .now
        sed "3s/.*/$2/" .now > "$1.other"
        # Both texts as commits, without the file in the folder being touched.
        index() { GIT_INDEX_FILE=.git/other-index git "$@"; }
        index update-index --add --cacheinfo "100644,$(git hash-object -w "$1.other"),$(basename "$1")"
        other=$(git commit-tree "$(index write-tree)" -m other)
        rm -f .now "$1.other"
        git checkout -q --force "$other" -- "$(basename "$1")"
        """
    case rsync = """
        sed "3s/.*/$2/" "$1" > .source; touch -d '2 hours ago' .source; rsync -t --ignore-times .source "$1"; rm .source
        """
    case rsyncInPlace = """
        sed "3s/.*/$2/" "$1" > .source; rsync --inplace --ignore-times .source "$1"; rm .source
        """
    case python = """
        python3 -c "
        import sys
        lines = open(sys.argv[1], 'rb').read().split(b'\\n')
        lines[2] = sys.argv[2].encode()
        with open(sys.argv[1], 'wb') as file: file.write(b'\\n'.join(lines))" "$1" "$2"
        """

    /// Has it put a line in place of the third.
    func replaceThirdLine(of note: NotePath, with line: String) throws {
        try OutsideProgram.shell(rawValue, note, line)
    }
}
