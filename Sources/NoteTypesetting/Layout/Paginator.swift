// SPDX-License-Identifier: MIT
// Where pages end.

internal import NoteExporting

/// Puts boxes on pages, one after the other.
///
/// Boxes that are glued together wait until all of them are there, and then go on the page whole or on the
/// next one whole; only what no page can hold is divided.
struct Paginator {
    /// A box with its place on the page.
    struct Placed {
        var box: Box
        var top: Double
    }

    private let size: PageSize
    private(set) var placed: [Placed] = []
    private var bottom: Double
    private var waiting: [Box] = []
    private var waitingHeight = 0.0

    init(_ size: PageSize) {
        self.size = size
        bottom = size.top
    }

    /// The heights of what waits, and with it of what is glued to it.
    var heightOfWaiting: Double { waitingHeight }

    /// Adds a box; `endPage` is called for each page that is full.
    mutating func add(
        _ box: Box, endPage: ([Placed]) throws(NotePDFError) -> Void
    ) throws(NotePDFError) {
        if !box.isGlued { try placeWaiting(endPage: endPage) }
        waitingHeight += box.height + (waiting.isEmpty ? 0 : box.gap)
        waiting.append(box)
        if waitingHeight > size.textHeight { try divideWaiting(endPage: endPage) }
    }

    /// Places the rest; the last page is for the caller to end, where `placed` is not empty.
    mutating func finish(endPage: ([Placed]) throws(NotePDFError) -> Void) throws(NotePDFError) {
        try placeWaiting(endPage: endPage)
    }

    private mutating func placeWaiting(
        endPage: ([Placed]) throws(NotePDFError) -> Void
    ) throws(NotePDFError) {
        guard let first = waiting.first else { return }
        if bottom + first.gap + waitingHeight > size.bottom + 0.01, !placed.isEmpty {
            try turnPage(before: first, endPage: endPage)
        }
        for box in waiting { place(box) }
        waiting.removeAll(keepingCapacity: true)
        waitingHeight = 0
    }

    /// Places all but the last box of what is taller than a page.
    private mutating func divideWaiting(
        endPage: ([Placed]) throws(NotePDFError) -> Void
    ) throws(NotePDFError) {
        let last = waiting.count > 1 ? waiting.removeLast() : nil
        if let first = waiting.first, !placed.isEmpty,
            bottom + first.gap + first.height > size.top + 0.75 * size.textHeight
        {
            try turnPage(before: first, endPage: endPage)
        }
        for box in waiting {
            if bottom + box.gap + box.height > size.bottom + 0.01, !placed.isEmpty {
                try turnPage(before: box, endPage: endPage)
            }
            place(box)
        }
        waiting.removeAll(keepingCapacity: true)
        waitingHeight = 0
        if let last {
            waiting.append(last)
            waitingHeight = last.height
        }
    }

    private mutating func turnPage(
        before box: Box, endPage: ([Placed]) throws(NotePDFError) -> Void
    ) throws(NotePDFError) {
        try endPage(placed)
        placed.removeAll(keepingCapacity: true)
        bottom = size.top
        guard let head = box.head else { return }
        let lines = head.lineCount
        let height = Double(lines) * head.pitch + 2 * TableRow.padding
        guard height < size.textHeight / 3 else { return }
        place(
            Box(
                content: .row(head, lines: 0..<lines), left: box.left, right: box.right, height: height,
                frame: box.frame, role: box.role, group: box.group))
    }

    private mutating func place(_ box: Box) {
        if !placed.isEmpty { bottom += box.gap }
        placed.append(Placed(box: box, top: bottom))
        bottom += box.height
    }
}
