// SPDX-License-Identifier: MIT
// Which lines of a note make which of its blocks: the body as regions that can be shown one by one.

internal import NoteSyntax

/// A note's body divided into regions: the smallest spans of whole lines that parse by themselves into exactly
/// the blocks that the whole note has there.
///
/// The regions in order are the body, from the end of byte order mark and front matter to the end of the note;
/// an empty body is one empty region. Blank lines belong to the region above them, those that the body starts
/// with to the first region. A region is parsed as a part of a body: a first line `---` opens no front matter
/// there, and the labels of link definitions elsewhere in the note are known. Whether a list is tight is no part
/// of what is compared.
///
/// Regions are blocks that lie in nothing, and the items of lists that do; what lies in an item or a quote
/// travels with it, and an item that would have another number alone stays with the item above. A block that
/// says something else alone, as a block id right under a heading does, goes with the block below, where that
/// settles it, else with what is above.
///
/// Only a note whose front matter starts a Templater command that ends in the body cannot be divided; its body
/// is one region, and `isProved` is false.
///
/// Positions are bytes of the text that was parsed.
public struct MarkdownSourceMap: Sendable {
    /// The tree that the regions were made from, in step with every edit.
    public internal(set) var tree: MarkdownTree
    /// The body, which the regions make up.
    public internal(set) var body: Range<Int>
    /// Whether each region was proved, and none was put in its place after an edit since.
    ///
    /// False after an edit: see `update(replacing:withCount:in:)`.
    public internal(set) var isProved: Bool

    /// Where each region starts; the first one where the body does.
    var starts: [Int]
    var ids: [Int]
    var nextID: Int
    /// Whether some region had to grow over others: then no part can be divided without the rest.
    var isWide: Bool

    /// Divides the body of a note.
    ///
    /// Takes about as long as the parse did, and four times as long at most, but for the note that cannot be
    /// divided: there it takes the logarithm of its blocks times as long.
    ///
    /// - Parameters:
    ///   - tree: The tree of the note.
    ///   - bytes: The bytes that the tree was made from.
    public init(_ tree: MarkdownTree, of bytes: UnsafeBufferPointer<UInt8>) {
        self.tree = tree
        body = tree.body(in: bytes)
        let body = body
        let whole = bytes.baseAddress.map { Self.division(of: tree, body, in: TextWindow(whole: bytes, $0)) }
        let division = whole ?? RegionDivision(starts: [body.lowerBound])
        starts = division.starts
        ids = Array(division.starts.indices)
        nextID = ids.count
        isProved = division.isProved
        isWide = division.isWide
    }

    /// Parses a note and divides its body.
    public init(parsing bytes: some Collection<UInt8>) {
        let made = bytes.withContiguousStorageIfAvailable {
            MarkdownSourceMap(MarkdownTree(parsing: $0), of: $0)
        }
        self =
            made
            ?? Array(bytes).withUnsafeBufferPointer { MarkdownSourceMap(MarkdownTree(parsing: $0), of: $0) }
    }

    /// The division of a whole body, in a window that shows the whole note.
    static func division(of tree: MarkdownTree, _ body: Range<Int>, in window: TextWindow) -> RegionDivision {
        guard !body.isEmpty else { return RegionDivision(starts: [body.lowerBound]) }
        var walk = PieceWalk(tree, in: window, from: body.lowerBound)
        var pieces: [BodyPiece] = []
        while let piece = walk.next() { pieces.append(piece) }
        guard !pieces.isEmpty else { return RegionDivision(starts: [body.lowerBound]) }
        pieces.append(BodyPiece(node: tree.count, start: body.upperBound, isInsideList: false))
        var divider = RegionDivider(pieces, of: tree, in: window)
        return divider.divideAll()
    }
}

extension MarkdownSourceMap: RandomAccessCollection {
    /// 0.
    public var startIndex: Int { 0 }
    /// How many regions there are.
    public var endIndex: Int { starts.count }

    /// The region at this place, counted from the top.
    public subscript(index: Int) -> MarkdownRegion {
        let end = index + 1 < starts.count ? starts[index + 1] : body.upperBound
        return MarkdownRegion(id: ids[index], range: starts[index]..<end)
    }

    /// The place of the region that holds a position.
    ///
    /// A position between two regions is in the lower one, as the caret is shown in the line it stands
    /// before; one in front of the body is in the first, the end of the note in the last.
    public func index(at position: Int) -> Int {
        Swift.max(0, starts.partitionPoint { $0 > position } - 1)
    }

    /// The place of the region with this name; `nil` where it is gone.
    ///
    /// Takes time in proportion to the number of regions.
    public func index(of id: MarkdownRegion.ID) -> Int? { ids.firstIndex(of: id) }
}
