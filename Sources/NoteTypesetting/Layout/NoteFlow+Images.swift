// SPDX-License-Identifier: MIT
// How images of the vault are laid out.

internal import NoteExporting
internal import NoteMarkdown

extension NoteFlow {
    private static let endings = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "avif", "tif", "tiff", "jfif", "ico", "heic",
    ]

    /// Whether a name is that of an image, or an address that an image may be at.
    static func isImage(_ name: String) -> Bool {
        isOutside(name) || hasEnding(name) || hasEnding(name.prefix { $0 != "?" && $0 != "#" })
    }

    private static func isOutside(_ name: String) -> Bool { name.contains("://") || isWritten(name) }

    /// Whether the bytes of an image stand in the note itself.
    private static func isWritten(_ name: String) -> Bool { name.prefix(5).lowercased() == "data:" }

    private static func hasEnding(_ name: some StringProtocol) -> Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return endings.contains(name[name.index(after: dot)...].lowercased())
    }

    /// Lays out a placed image; other files are left out.
    func addImage(_ name: String, source: Range<Int>) throws(NotePDFError) {
        guard Self.isImage(name), let picture = picture(name, source: source, isPlaced: true) else { return }
        try addImage(picture)
    }

    /// An image as large as the note wants it; nil where there is none.
    ///
    /// - Parameter source: The bytes of the placement, or of the words that a size may follow.
    func picture(_ name: String, source: Range<Int>, isPlaced: Bool) -> Picture? {
        func refuse(_ reason: String) -> Picture? {
            warn(NotePDFReport.Warning(.imageNotDrawn, name: name, reason: reason))
            return nil
        }
        if Self.isWritten(name) { return refuse("is written in the note itself") }
        let bytes: [UInt8]
        do {
            guard let found = try content.images(name) else {
                return refuse(
                    name.contains("://")
                        ? "is not in the vault, and none is taken from elsewhere" : "is not in the vault")
            }
            bytes = found
        } catch {
            return refuse(ImageFault(whyUnread: error).clause)
        }
        imageCount += 1
        do throws(ImageFault) {
            var picture = try Picture(bytes, number: imageCount - 1, watchedBy: watch)
            if let wanted = wantedWidth(source, isPlaced: isPlaced) { picture.scale(toPixels: wanted) }
            return picture
        } catch {
            guard error == .unreadable else { return refuse(error.clause) }
            return refuse(
                PixelImage.isTooLarge(bytes)
                    ? "has too many pixels" : "is broken, or in a format that this system cannot read")
        }
    }

    /// Whether the words of an image's run describe it, and are not its name or the size that it is to have.
    func describes(_ run: MarkdownRun) -> Bool {
        let words = run.text
        let isSize = words.first?.isNumber == true && words.allSatisfy { $0.isNumber || $0 == "x" }
        return !words.isEmpty && words != run.link && !isSize
    }

    /// Lays out an image as a block of its own.
    func addImage(_ picture: Picture) throws(NotePDFError) {
        var picture = picture
        // A heading above it needs room on the same page.
        let height = isNextGlued ? size.textHeight * 0.8 : size.textHeight - 24
        picture.fit(width: container.right - container.left, height: height)
        gap = max(gap, container.step.above)
        try add(picture)
        gap = container.step.below
    }

    func add(_ picture: Picture) throws(NotePDFError) {
        let container = container
        try add(
            Box(
                content: .picture(picture), left: container.left, right: container.right,
                height: picture.height, baseline: min(picture.height, 10), frame: container.frame,
                role: .figure,
                group: nextGroup()))
    }

    /// The width in pixels that the note asks for, behind a bar.
    private func wantedWidth(_ source: Range<Int>, isPlaced: Bool) -> Int? {
        let body = content.body
        var place = isPlaced ? source.lowerBound : source.upperBound
        let end = min(body.count, isPlaced ? source.upperBound : place + 8)
        if isPlaced, let bar = body[source].lastIndex(of: UInt8(ascii: "|")) { place = bar }
        guard place < end, body[place] == UInt8(ascii: "|") else { return nil }
        let digits = body[(place + 1)..<end].prefix { (0x30...0x39).contains($0) }
        let next = digits.endIndex
        guard next < end || next < body.count,
            body[next] == UInt8(ascii: "]") || body[next] == UInt8(ascii: "x")
        else { return nil }
        return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
    }
}
