// SPDX-License-Identifier: MIT
// Which of a note's files a placement shows.

/// The files that a note holds, for the placements in its writing.
///
/// Reads nothing: it answers from names alone.
public struct InlineAttachmentSource: Hashable, Sendable {
    /// The names of the files that the note holds, in its order.
    public let names: [String]

    /// Takes the names of the files that a note holds.
    public init(_ names: [String]) { self.names = names }

    /// The file that a placement shows; nil where the note holds none such, and nothing is to be drawn.
    ///
    /// A name means the file of that name, else the only one that differs in case alone; the way to it does not
    /// count, for all files of a note lie in one folder. A UUID means the file that is called so, whatever its
    /// extension.
    public func name(of marker: InlineAttachmentMarker) -> String? {
        switch marker {
        case .record(let id):
            return names.first { name in
                let stem = name.prefix { $0 != "." }
                return stem.utf8.count == 36 && stem.lowercased() == id.lowercased()
            }
        case .file(let target):
            guard let last = target.split(separator: "/").last.map(String.init) else { return nil }
            if let exact = names.first(where: { $0.utf8.elementsEqual(last.utf8) }) { return exact }
            // Strings that differ in the form of an accent are equal.
            if let same = names.first(where: { $0 == last }) { return same }
            let alike = names.filter { $0.lowercased() == last.lowercased() }
            return alike.count == 1 ? alike[0] : nil
        }
    }
}
