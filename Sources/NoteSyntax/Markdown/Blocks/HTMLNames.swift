// SPDX-License-Identifier: MIT
// The names of HTML elements that decide how a block of HTML starts.

/// Names of HTML elements that the block grammar knows, as CommonMark 0.29 lists them.
struct HTMLNames: Sendable {
    private let names: Set<[UInt8]>

    static let verbatim = HTMLNames("script pre style")
    static let blocks = HTMLNames(
        """
        address article aside base basefont blockquote body caption center col colgroup dd details dialog \
        dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr \
        html iframe legend li link main menu menuitem nav noframes ol optgroup option p param section source \
        summary table tbody td tfoot th thead title tr track ul
        """)

    private init(_ list: String) { names = Set(list.utf8.split(separator: 0x20).map { Array($0) }) }

    func contains(_ text: UnsafePointer<UInt8>, _ start: Int, _ length: Int) -> Bool {
        guard length <= 10 else { return false }
        return names.contains((start..<start + length).map { text[$0].lowercased })
    }
}
