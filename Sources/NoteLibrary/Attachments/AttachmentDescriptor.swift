// SPDX-License-Identifier: MIT
// What a row says about a file, and what a screen reader says.

/// A file in words: its type, its size, and the phrase for somebody who hears it.
///
/// The type is that of the content: a picture that is called `letter.pdf` is a picture. Words are English, and
/// numbers the same in every language.
public struct AttachmentDescriptor: Hashable, Sendable {
    /// What sort of file it is: `PNG image`; nil where it is missing.
    public let typeName: String?
    /// How large it is: `12 KB`; nil where it is missing.
    public let sizeText: String?
    /// The line below the name: `PNG image, 12 KB`.
    public let detail: String
    /// What a screen reader says: `photo.png, PNG image, 12 kilobytes`.
    public let spoken: String

    /// Describes a file.
    ///
    /// - Parameters:
    ///   - attachment: The file.
    ///   - start: How its content begins, `contentStart` bytes or all; nil where it cannot be read.
    public init(of attachment: Attachment, start: [UInt8]?) {
        guard let size = attachment.size else {
            (typeName, sizeText) = (nil, nil)
            detail = "missing"
            spoken = "\(attachment.name), missing"
            return
        }
        let type = start.map { TypeNames.name(of: ContentType.mime(of: $0)) } ?? "unreadable file"
        let written = ByteCount.written(size)
        typeName = type
        sizeText = written
        detail = "\(type), \(written)"
        spoken = "\(attachment.name), \(type), \(ByteCount.spoken(size))"
    }

    /// How many bytes of a file are enough to tell its type.
    public static var contentStart: Int { ContentType.enough }
}
