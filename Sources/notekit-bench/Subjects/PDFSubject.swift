// SPDX-License-Identifier: MIT
// A note as PDF beside the programs that people use for that, as far as they are installed.

internal import Glibc
internal import NoteKit

/// Typesets notes of 1, 20 and 500 pages on A4, each with whatever program is there, in turns.
struct PDFSubject {
    let folder: String
    let notekit: String

    func run(times: Int) throws(BenchError) {
        for pages in [1, 20, 500] {
            let text = GeneratedNote.text(pages: pages)
            let note = "\(folder)/note of \(pages) pages.md"
            try write(Array(text.utf8), to: note)
            try write(Array(Self.style.utf8), to: "\(folder)/style.css")
            let comparison = CommandComparison(
                title: "PDF of a note of about \(pages) pages (\(text.utf8.count / 1000) KB)",
                commands: [
                    Command(
                        name: "notekit export --to pdf",
                        words: [
                            notekit, "export", note, "--to", "pdf", "--paper", "a4", "-o",
                            "\(folder)/notekit.pdf",
                        ])
                ] + (try Self.peers(note, in: folder)))
            try comparison.run(times: pages > 100 ? min(times, 3) : times)
        }
    }

    /// The programs that are installed, with the words that make a PDF of a note.
    private static func peers(_ note: String, in folder: String) throws(BenchError) -> [Command] {
        let html = "pandoc -f gfm -t html5 --metadata title=x -c '\(folder)/style.css'"
        let all: [(name: String, condition: String, line: String)] = [
            (
                "pandoc 3 + typst",
                "\(pandoc) --list-output-formats | grep -qx typst && python3 -c 'import typst'",
                "\(pandoc) -f gfm -t typst -s '\(note)' -o '\(folder)/n.typ' && python3 -c 'import typst; "
                    + "typst.compile(\"\(folder)/n.typ\", output=\"\(folder)/typst.pdf\")'"
            ),
            (
                "pandoc + weasyprint", "command -v pandoc && command -v weasyprint",
                "\(html) --pdf-engine=weasyprint '\(note)' -o '\(folder)/weasyprint.pdf'"
            ),
            (
                "pandoc + wkhtmltopdf", "command -v pandoc && command -v wkhtmltopdf",
                "QT_QPA_PLATFORM=offscreen \(html) --pdf-engine=wkhtmltopdf "
                    + "--pdf-engine-opt=--enable-local-file-access '\(note)' -o '\(folder)/wkhtmltopdf.pdf'"
            ),
            (
                "cmark-gfm + Chromium, as Obsidian does", "command -v cmark-gfm && command -v chromium",
                "(echo '<meta charset=utf-8><link rel=stylesheet href=style.css>'; cmark-gfm -e table "
                    + "-e strikethrough -e tasklist '\(note)') > '\(folder)/n.html' && chromium --headless "
                    + "--no-sandbox --disable-gpu --user-data-dir='\(folder)/chromium' --no-pdf-header-footer "
                    + "--virtual-time-budget=100000 --print-to-pdf='\(folder)/chromium.pdf' '\(folder)/n.html'"
            ),
            (
                "lowdown + groff (no CJK, no Arabic)", "command -v lowdown && command -v groff",
                "lowdown -tms -s '\(note)' > '\(folder)/n.ms' && "
                    + "groff -Kutf8 -tk -ms -Tpdf '\(folder)/n.ms' > '\(folder)/groff.pdf'"
            ),
        ]
        var peers: [Command] = []
        for peer in all {
            let condition = try Command(name: peer.name, words: ["/bin/sh", "-c", peer.condition]).run()
            guard condition.exitCode == 0 else { continue }
            peers.append(Command(name: peer.name, words: ["/bin/sh", "-c", peer.line]))
        }
        return peers
    }

    /// Only pandoc 3 writes typst; the one of PyPI is of that age.
    private static let pandoc =
        "\"$(python3 -c 'import pypandoc; print(pypandoc.get_pandoc_path())' 2>/dev/null || echo pandoc)\""

    private static let style = """
        @page { size: A4; margin: 2cm }
        body { font: 11pt/1.4 'DejaVu Sans', 'Noto Sans CJK SC', 'Noto Sans Arabic', sans-serif }
        table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 2px 6px }
        pre { background: #f4f4f4; padding: 6px }

        """

    private func write(_ bytes: [UInt8], to path: String) throws(BenchError) {
        let file = creat(path, 0o644)
        guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count, close(file) == 0 else {
            throw BenchError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
    }
}
