// SPDX-License-Identifier: MIT
// The version keeper of whoever has stores: each version goes to the store of its note's vault.

public import NoteFiles
public import NoteKit
internal import Synchronization

/// Keeps versions in the store of the vault that a note is in.
///
/// Where a store cannot be used, a version is kept as a plain file, as `FileVersionKeeper` does, and somebody is
/// told; the history of the note lists it all the same.
public final class StoreVersionKeeper: VersionKeeper {
    private let stateFolder: NotePath
    private let rule: VersionRule
    private let notify: @Sendable (String) -> Void
    private let stores = Mutex<[NotePath: VaultStore]>([:])

    /// Keeps versions below a state folder.
    ///
    /// - Parameters:
    ///   - stateFolder: Usually `StateFolder.standard`; never inside a vault.
    ///   - rule: Which changes make a version.
    ///   - notify: Called with a sentence when something went wrong that did no harm, from any thread.
    public init(
        stateFolder: NotePath = StateFolder.standard, rule: VersionRule = .allButAttachments,
        notify: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.stateFolder = stateFolder
        self.rule = rule
        self.notify = notify
    }

    /// Always: a store holds each text once, and lets old ones expire.
    public var keepsReplacedTexts: Bool { true }

    /// Keeps a version. See `VaultStore.keep(_:)`.
    ///
    /// - Throws: `FileError` when it can be kept neither in the store nor as a plain file.
    public func keep(_ version: NoteVersion) throws(FileError) {
        let place = try NotePlace(remembered: version.note)
        var inVault = version
        inVault.note = place.path
        do throws(StoreError) {
            try store(of: place.vault).keep(inVault)
        } catch {
            var fromRoot = version
            fromRoot.note = place.vault.appending(place.path)
            try FileVersionKeeper(stateFolder: stateFolder).keep(fromRoot)
            notify("\(error) A version of '\(version.note)' is kept as a plain file instead.")
        }
    }

    /// Keeps versions of several notes: those of one vault in one transaction. See `VaultStore.keep(_:)`.
    ///
    /// - Throws: `FileError` when one can be kept neither in the store nor as a plain file.
    public func keep(_ versions: [NoteVersion]) throws(FileError) {
        var places: [NotePath: NotePlace] = [:]
        var byVault: [NotePath: [(whole: NoteVersion, inVault: NoteVersion)]] = [:]
        for version in versions {
            // Notes of one folder are in one vault.
            let folder = version.note.folder
            let place: NotePlace
            if let known = places[folder] {
                place = known
            } else {
                place = try NotePlace(remembered: version.note)
                places[folder] = place
            }
            var inVault = version
            inVault.note =
                place.path.folder == NotePath(".")
                ? version.note.name : place.path.folder.appending(version.note.name)
            byVault[place.vault, default: []].append((version, inVault))
        }
        for (vault, versions) in byVault {
            do throws(StoreError) {
                try store(of: vault).keep(versions.map(\.inVault))
            } catch {
                // Each for itself may still be kept, or becomes a plain file.
                for version in versions { try keep(version.whole) }
            }
        }
    }

    /// The store of a vault, opened once, and anew when another folder has come to its place.
    ///
    /// - Parameter vault: A real path.
    public func store(of vault: NotePath) throws(StoreError) -> VaultStore {
        if let known = stores.withLock({ $0[vault] }), known.isCurrent { return known }
        let made = try VaultStore(
            of: vault, stateFolder: stateFolder, rule: rule, notify: { [notify] in notify($0.description) })
        return stores.withLock { stores in
            if let known = stores[vault], known.isCurrent { return known }
            stores[vault] = made
            return made
        }
    }
}
