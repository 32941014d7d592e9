// SPDX-License-Identifier: MIT
// A server for agents from its first line to its last.

internal import Dispatch
internal import Glibc
package import NoteKit
package import NoteProtocol
internal import Synchronization

/// Serves a vault to an agent over two streams, one message a line, until the input ends.
package struct AgentRun: Sendable {
    private let vault: AgentVault
    private let isReadOnly: Bool

    /// How many messages are dealt with at once; then no more are read.
    private static let mostAtOnce = 64

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - vault: The folder of notes.
    ///   - isReadOnly: Whether there are no tools that change notes.
    ///   - door: Where the services are.
    /// - Throws: `ServiceError` when there is no such folder, or it may not be looked into.
    package init(_ vault: NotePath, isReadOnly: Bool, through door: ServiceDoor) throws(ServiceError) {
        guard let real = VaultFolder.real(vault) else {
            throw ServiceError(.system, "'\(vault)' is no folder. Nothing was opened.")
        }
        guard real.withCString({ access($0, R_OK | X_OK) }) == 0 else {
            throw .system(
                "'\(vault)' may not be looked into. Nothing was opened", call: "access", -Int(errno))
        }
        self.vault = AgentVault(real, through: door)
        self.isReadOnly = isReadOnly
    }

    /// Serves until the input ends, and everything that came is answered.
    ///
    /// - Throws: `ServiceError` when there is no thread to be had.
    package func serve(input: Int32, output: Int32) async throws(ServiceError) {
        // Looked at while the client greets.
        vault.begin()
        let queue = DispatchQueue(label: "notekit.mcp.output")
        // It begins at nothing, since one that ends below its beginning is taken for a mistake.
        let room = DispatchSemaphore(value: 0)
        for _ in 0..<Self.mostAtOnce { room.signal() }
        let stream = LineStream(input: input, output: output)
        let server = AgentServer(vault, isReadOnly: isReadOnly) { message in
            // Nobody but the queue waits for a client that does not read.
            queue.async { stream.write(message) }
        }
        let isReading = await withCheckedContinuation { continuation in
            let thread = Workers.start {
                while true {
                    room.wait()
                    guard let line = stream.next() else { break }
                    switch line {
                    case .whole(let line): server.take(line) { queue.async { _ = room.signal() } }
                    case .tooLong:
                        let message = "A message is longer than \(LineStream.longest) bytes."
                        let fault = AgentFault(.parse, message)
                        queue.async {
                            stream.write(AgentReply.fault(fault, to: nil))
                            room.signal()
                        }
                    }
                }
                continuation.resume(returning: true)
            }
            // It ends with the input.
            if let thread { pthread_detach(thread) } else { continuation.resume(returning: false) }
        }
        guard isReading else { throw .system("No thread for the input", call: "clone", -Int(EAGAIN)) }
        await server.drain()
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        await vault.end()
    }
}
