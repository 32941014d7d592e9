// SPDX-License-Identifier: MIT
// Under which names a note's structure is found.

extension NoteStructure {
    /// The keys of its links, its tags and its properties, as `names` has them; some may be there twice.
    var indexNames: [(kind: IndexSchema.NameKind, name: String)] {
        var names: [(kind: IndexSchema.NameKind, name: String)] = []
        for link in links { for key in link.keys { names.append((.link, key)) } }
        for tag in tags { names.append((.tag, Self.fold(tag))) }
        for property in properties { names.append((.property, Self.fold(property.name))) }
        return names
    }
}
