// SPDX-License-Identifier: MIT
// The one vault that agents work on: through the daemon where that has it open, else through this process.

internal import NoteKit
internal import NoteProtocol
internal import Synchronization

/// A vault behind a service, wherever that runs. All that is asked goes to a service in the protocol of notekitd, so
/// agents have the same answers either way.
///
/// When the daemon ends, the vault is served by this process, until a change finds a daemon that has it open; requests
/// that may have been carried out are not sent again.
final class AgentVault: Sendable {
    /// What was told of it.
    let shown = ShownTexts()
    private let path: NotePath
    private let door: ServiceDoor
    private let opening = Mutex<Task<Result<Opened, AgentRefusal>, Never>?>(nil)

    private struct Opened: Sendable {
        let client: NoteClient
        /// The name of the vault in requests.
        let vault: String
    }

    private static let name = "notekit mcp"
    /// How long an answer is waited for.
    private static let patience = Duration.seconds(120)

    /// - Parameters:
    ///   - path: The folder, from the root, no link on the way.
    ///   - door: Where the services are.
    init(_ path: NotePath, through door: ServiceDoor) {
        self.path = path
        self.door = door
    }

    /// Begins to open it; returns at once.
    func begin() { _ = open() }

    /// Asks the service.
    ///
    /// - Parameter call: Makes the request, with the name of the vault.
    func answer<Call: ServiceCall>(
        _ call: (_ vault: String) -> Call
    ) async throws(AgentRefusal) -> Call.Answer {
        let opening = open()
        let opened: Opened
        switch await opening.value {
        case .success(let done): opened = done
        case .failure(let refusal):
            // The next one who asks tries again.
            self.opening.withLock { if $0 == opening { $0 = nil } }
            throw refusal
        }
        do throws(NoteClientError) {
            return try await opened.client.answer(to: call(opened.vault), within: Self.patience)
        } catch {
            throw AgentRefusal(error)
        }
    }

    /// Asks the service for a change of a note.
    ///
    /// Where this process serves the vault, the daemon is looked for each time, as a command does: somebody may have
    /// begun to type there. From a daemon that has this vault open by now everything is asked from then on; one that
    /// has the note open in another vault, one above or below, saves what was typed in it and holds it still meanwhile.
    ///
    /// - Parameters:
    ///   - note: The note, as the agent named it.
    ///   - call: Makes the request, with the name of the vault.
    func change<Call: ServiceCall>(
        _ note: String, _ call: (_ vault: String) -> Call
    ) async throws(AgentRefusal) -> Call.Answer {
        let opening = open()
        guard case .success = await opening.value, !door.usesDaemon,
            let visit = await door.visit(as: Self.name)
        else { return try await answer(call) }
        defer { visit.end() }
        if await visit.hasOpen(path) {
            // The old connection ends with the last request that it has.
            self.opening.withLock { if $0 == opening { $0 = nil } }
            return try await answer(call)
        }
        guard let file = await file(of: note), let hold = await visit.hold(file) else {
            return try await answer(call)
        }
        if let unsaved = hold.unsaved.first {
            throw AgentRefusal(
                "conflict",
                "'\(note)' was not written: it is open with edits that are not saved. \(unsaved.message)")
        }
        let written: Result<Call.Answer, AgentRefusal>
        do throws(AgentRefusal) {
            written = .success(try await answer(call))
        } catch {
            written = .failure(error)
        }
        await visit.letGo(hold)
        return try written.get()
    }

    /// The file of a note; nil where the service will refuse the name anyway.
    private func file(of note: String) async -> NotePath? {
        let vault = path
        return await DiskLanes.shared.run {
            do throws(ProtocolError) {
                return try VaultPlace(note, in: vault).file
            } catch {
                return nil
            }
        }
    }

    /// All of a note.
    func text(of path: String) async throws(AgentRefusal) -> Service.NoteRead.Answer {
        try await answer { Service.NoteRead(vault: $0, path: path) }
    }

    /// The same, where it is what an edit is based on.
    func text(of path: String, at base: String) async throws(AgentRefusal) -> Service.NoteRead.Answer {
        let read = try await text(of: path)
        guard read.digest.utf8.elementsEqual(base.lowercased().utf8) else {
            var refusal = AgentRefusal(
                "conflict", "'\(path)' is not what this was based on. Nothing was written.")
            refusal.digest = read.digest
            throw refusal
        }
        return read
    }

    /// Lets go of it.
    func end() async {
        let opening = opening.withLock { $0 }
        if case .success(let opened)? = await opening?.value { opened.client.close() }
        await door.end()
    }

    // MARK: Opening

    private func open() -> Task<Result<Opened, AgentRefusal>, Never> {
        opening.withLock { opening in
            if let opening { return opening }
            let task = Task { await self.connect() }
            opening = task
            return task
        }
    }

    private func connect() async -> Result<Opened, AgentRefusal> {
        do throws(NoteClientError) {
            await door.choose(for: path, as: Self.name)
            var options = NoteClientOptions()
            options.patience = Self.patience
            options.door = door.connect
            let client = try await NoteClient.connect(as: Self.name, options: options)
            do throws(NoteClientError) {
                let vault = try await client.answer(to: Service.VaultOpen(path: path.description)).vault
                return .success(Opened(client: client, vault: vault))
            } catch {
                client.close()
                throw error
            }
        } catch {
            return .failure(AgentRefusal(error))
        }
    }
}
