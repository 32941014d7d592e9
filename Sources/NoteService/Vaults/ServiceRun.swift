// SPDX-License-Identifier: MIT
// A daemon from its start to its end: what happens when, and what systemd is told of it.

internal import Glibc
package import NoteKit
package import NoteProtocol
internal import Synchronization

/// Runs the daemon.
///
/// One task is in charge: it takes signals and wishes one after the other, feeds the watchdog while the sockets are
/// alive, and ends everything in order.
package struct ServiceRun: Sendable {
    /// What the task in charge is told.
    package enum Order: Sendable {
        /// Save everything and end.
        case end(String)
        /// Read the configuration again.
        case reload
        /// The watchdog is hungry.
        case tick
    }

    /// What the daemon cannot go on without.
    package typealias Failure = ServiceError

    /// Where clients come from.
    package enum Door: Sendable {
        case listener(ServiceListener)
        case standardStreams
    }

    private let configuration: ServiceConfiguration
    private let reread: @Sendable () throws(Failure) -> ServiceConfiguration
    private let door: Door
    private let notifier: SystemdNotifier
    private let log: ServiceLog
    private let clock: any Clock<Duration>
    private let observe: VaultObserver
    private let daemon: NoteDaemon
    private let orders: AsyncStream<Order>
    private let mailbox: AsyncStream<Order>.Continuation

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - reread: Reads the configuration again, when it is asked for.
    ///   - clock: For the watchdog, and for the patience at the end.
    ///   - observe: Is told what happens in the open vaults.
    package init(
        _ configuration: ServiceConfiguration, door: Door, stateFolder: NotePath = StateFolder.standard,
        notifier: SystemdNotifier, log: ServiceLog, clock: any Clock<Duration> = ContinuousClock(),
        observe: @escaping VaultObserver = { _ in },
        reread: @escaping @Sendable () throws(Failure) -> ServiceConfiguration
    ) {
        self.configuration = configuration
        self.reread = reread
        self.door = door
        self.notifier = notifier
        self.log = log
        self.clock = clock
        self.observe = observe
        let (orders, mailbox) = AsyncStream.makeStream(of: Order.self, bufferingPolicy: .bufferingOldest(64))
        (self.orders, self.mailbox) = (orders, mailbox)
        daemon = NoteDaemon(
            limits: configuration.limits, stateFolder: stateFolder, timing: configuration.timing, log: log,
            observe: observe
        ) {
            mailbox.yield(.end("a client asked for it"))
        }
    }

    /// Tells the task in charge something, from any thread.
    package func tell(_ order: Order) { mailbox.yield(order) }

    /// Serves until it is told to end.
    ///
    /// - Returns: The notes that could not be saved; their edits are in the journals.
    /// - Throws: `ServiceError`: what the daemon cannot go on without.
    package func run() async throws -> [UnsavedNote] {
        let daemon = daemon
        let loop = try SocketLoop(limits: configuration.limits, log: log) { daemon.welcome($0) }
        try loop.start()
        // Clients may come while the vaults are looked at, and wait for what they ask for.
        var carried: AsyncStream<Never>?
        switch door {
        case .listener(let listener): try loop.listen(at: listener)
        case .standardStreams:
            let (stream, end) = AsyncStream.makeStream(of: Never.self)
            carried = stream
            let bridge = try StandardStreamsBridge()
            loop.adopt(bridge.served, peer: getppid())
            let mailbox = mailbox
            try bridge.start(input: STDIN_FILENO, output: STDOUT_FILENO) {
                end.finish()
                mailbox.yield(.end("its client left"))
            }
        }
        await open(configuration.vaults)
        notifier.ready(daemon.summary)
        log.info("Ready: \(daemon.summary).")
        let feeder = feedWatchdog()
        await serve(loop)
        feeder?.cancel()
        notifier.stopping("Saving everything.")
        loop.stopListening()
        let unsaved = await daemon.end()
        for each in unsaved {
            log.notice("'\(each.note)' has unsaved edits, kept in its journal: \(each.reason)")
        }
        // What asked for the end is answered now.
        await daemon.answerRequests(butEnds: false)
        await loop.end()
        if let carried { await wait(for: carried) }
        log.info("Ended.")
        return unsaved
    }

    /// Waits until the standard output has taken what was sent, for five seconds at most.
    private func wait(for carried: AsyncStream<Never>) async {
        let clock = clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in carried {} }
            group.addTask {
                do {
                    try await clock.sleep(for: .seconds(5))
                } catch {
                    // It was faster.
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    private func serve(_ loop: SocketLoop) async {
        for await order in orders {
            switch order {
            case .end(let reason):
                log.info("Ending: \(reason).")
                return
            case .reload: await reload()
            case .tick:
                // Only with the thread of the sockets alive.
                await loop.ping()
                notifier.feedWatchdog()
                notifier.status(daemon.summary)
            }
        }
    }

    private func open(_ vaults: [NotePath]) async {
        await withTaskGroup(of: Void.self) { group in
            for vault in vaults {
                group.addTask { [daemon, log, notifier, observe] in
                    notifier.status("Looking at '\(vault)'.")
                    do {
                        let notes = try await daemon.openVault(at: vault)
                        log.info("Opened '\(vault)' with \(notes) notes.")
                        observe(.opened(vault: vault, notes: notes))
                    } catch {
                        log.error("'\(vault)' was not opened: \(error)")
                    }
                }
            }
        }
    }

    private func reload() async {
        notifier.reloading()
        do throws(ServiceError) {
            let new = try reread()
            await open(new.vaults)
            if new.limits != configuration.limits { log.notice("Other limits hold from the next start on.") }
            log.info("Read the configuration again.")
        } catch {
            log.error("The configuration stays as it was: \(error)")
        }
        notifier.ready(daemon.summary)
    }

    /// Asks the task in charge for a sign of life twice in each time that systemd waits for one.
    private func feedWatchdog() -> Task<Void, Never>? {
        guard let limit = notifier.watchdog else { return nil }
        let (clock, mailbox) = (clock, mailbox)
        return Task {
            while !Task.isCancelled {
                do {
                    try await clock.sleep(for: limit / 2)
                } catch {
                    return
                }
                mailbox.yield(.tick)
            }
        }
    }
}
