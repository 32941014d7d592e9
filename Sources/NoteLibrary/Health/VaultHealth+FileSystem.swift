// SPDX-License-Identifier: MIT
// What the abilities of a file system mean for the notes on it.

internal import NoteFiles

extension VaultHealth {
    /// What one ability is called, and what it means that it is missing.
    private struct Lack {
        let name: String
        let missing: String
        var meaning: String?
        var isBad = false
        var remedy: String?
    }

    func fileSystem(_ trial: FileSystemTrial, _ kind: FileSystemKind) -> [HealthFinding] {
        var findings = [HealthFinding.good("fileSystem", kind.name)]
        if let refusal = trial.refusal {
            return findings + [
                .bad(
                    "writing", "not possible: \(refusal.code)",
                    "no note can be saved in the vault's top folder, and what its file system can was not tried",
                    remedy: "give this user write permission, mount it for writing, or make room")
            ]
        }
        findings.append(.good("writing", "possible"))
        for ability in FileSystemTrial.Ability.allCases {
            guard let isThere = trial.answers[ability] else { continue }
            findings.append(finding(ability, isThere))
        }
        return findings + [times(trial.timeStep)]
    }

    private func finding(_ ability: FileSystemTrial.Ability, _ isThere: Bool) -> HealthFinding {
        let lack = Self.lack(of: ability)
        if isThere { return .good(ability.rawValue, lack.name) }
        guard let meaning = lack.meaning else { return .good(ability.rawValue, lack.missing) }
        return lack.isBad
            ? .bad(ability.rawValue, lack.missing, meaning, remedy: lack.remedy)
            : .limited(ability.rawValue, lack.missing, meaning, remedy: lack.remedy)
    }

    private static let elsewhere = "keep the vault on a file system of Linux: ext4, XFS, Btrfs"

    private static func lack(of ability: FileSystemTrial.Ability) -> Lack {
        switch ability {
        case .unnamedFiles:
            Lack(
                name: "files without a name", missing: "no files without a name",
                meaning: "a save that crashes leaves a hidden file, which the next one removes",
                remedy: elsewhere)
        case .exchange:
            Lack(
                name: "two files change places in one step",
                missing: "files do not change places in one step",
                meaning:
                    "a program that writes in the same microsecond as a save may be overwritten; saves check "
                    + "twice, and say 'verified' where they would say 'proven'",
                remedy: elsewhere)
        case .noReplace:
            Lack(
                name: "a rename that replaces nothing", missing: "no rename that replaces nothing",
                meaning:
                    "new notes and moves need hard links instead, or a check that another program can outrun",
                remedy: elsewhere)
        case .leases:
            Lack(
                name: "word of programs that begin to write",
                missing: "no word of programs that begin to write",
                meaning:
                    "a program that holds a note open while it is saved is noticed only by what it writes",
                remedy: "keep the vault on a local file system that this user owns")
        case .locks:
            Lack(
                name: "locks between programs", missing: "no locks between programs",
                meaning: "two programs of NoteKit cannot tell each other's unfinished work from leftovers",
                isBad: true, remedy: elsewhere)
        case .birthTime:
            Lack(
                name: "files know when they were made", missing: "files do not know when they were made",
                meaning:
                    "the creation date of a note is the time of its last change, until NoteKit records it",
                remedy: elsewhere)
        case .attributes:
            Lack(
                name: "extended attributes", missing: "no extended attributes",
                meaning: "the creation date of a note is lost with its first save",
                remedy: "mount it with user_xattr, or \(elsewhere)")
        case .sharedBlocks:
            Lack(name: "copies share their blocks", missing: "copies take room of their own")
        case .hardLinks: Lack(name: "hard links", missing: "no hard links")
        case .symbolicLinks: Lack(name: "symbolic links", missing: "no symbolic links")
        case .caseSensitivity:
            Lack(
                name: "'a' and 'A' are two names", missing: "'a' and 'A' are one name",
                meaning: "of two notes that another machine tells apart by case, one cannot be here",
                remedy: "see what 'notekit check --links' calls ambiguous")
        case .accentSensitivity:
            Lack(
                name: "both forms of an accent are two names",
                missing: "both forms of an accent are one name",
                meaning:
                    "of two notes that another machine tells apart by the form of an accent, one cannot be here",
                remedy: "see what 'notekit check --links' calls ambiguous")
        case .durability:
            Lack(
                name: "it says what is on the disk", missing: "it does not say what is on the disk",
                meaning: "a save may be lost in a power cut", isBad: true, remedy: elsewhere)
        }
    }

    private func times(_ step: Int?) -> HealthFinding {
        let topic = "timeStep"
        guard let step else {
            return .limited(
                topic, "unknown",
                "two changes within one step of its clock may look like none to other programs")
        }
        switch step {
        case 1: return .good(topic, "times are exact")
        case ..<1_000_000_000: return .good(topic, "times are exact to \(step) ns")
        default:
            return .limited(
                topic, "times are exact to \(step / 1_000_000_000) s",
                "two changes of one size within that time look like one, to NoteKit's watcher too",
                remedy: Self.elsewhere)
        }
    }
}
