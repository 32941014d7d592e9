// SPDX-License-Identifier: MIT
// A daemon from its start to its end: what happens when, and what systemd is told of it.

internal import Glibc
package import NoteKit
package import NoteProtocol
internal import Synchronization

/// Runs the daemon.
///
/// One task is in charge: it takes signals and wishes one after the other and waits for nothing else, so that the
/// watchdog is fed while vaults are looked at, and an end is heard at any time. It ends everything in order.
package struct ServiceRun: Sendable {
    /// What the task in charge is told.
    package enum Order: Sendable {
        /// Save everything and end.
        case end(String)
        /// Read the configuration again.
        case reload
        /// The watchdog is hungry.
        case tick
        /// The thread of the sockets has come round.
        case alive
        /// The thread of the sockets is no more.
        case socketsLost
        /// A vault was looked at.
        case opened
        /// The start has taken so long that nobody is to wait for it any more.
        case late
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
    private let orders = OrderBox()
    private let opening = OpeningVaults()

    /// Prepares a run.
    ///
    /// - Parameters:
    ///   - reread: Reads the configuration again, when it is asked for.
    ///   - clock: For all that waits for a time.
    ///   - observe: Is told what happens in the open vaults.
    package init(
        _ configuration: ServiceConfiguration, door: Door, stateFolder: NotePath = StateFolder.standard,
        notifier: SystemdNotifier, log: ServiceLog, clock: any Clock<Duration> = LaneClock(),
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
        let orders = orders
        daemon = NoteDaemon(
            limits: configuration.limits, stateFolder: stateFolder, timing: configuration.timing,
            clock: clock,
            log: log, observe: observe
        ) {
            orders.put(.end("a client asked for it"))
        }
    }

    /// Tells the task in charge something, from any thread.
    package func tell(_ order: Order) { orders.put(order) }

    /// Serves until it is told to end.
    ///
    /// - Returns: The notes that could not be saved; their edits are in the journals, or lost where that is said.
    /// - Throws: `ServiceError`: what the daemon cannot go on without. Everything was saved as at any other end.
    package func run() async throws -> [UnsavedNote] {
        let (daemon, orders) = (daemon, orders)
        let loop = try SocketLoop(limits: configuration.limits, log: log, lost: { orders.put(.socketsLost) })
        {
            daemon.welcome($0)
        }
        try loop.start()
        // Clients may come while the vaults are looked at, and wait for what they ask for.
        var carried: AsyncStream<Never>?
        switch door {
        case .listener(let listener): try loop.listen(at: listener)
        case .standardStreams:
            let (stream, end) = AsyncStream.makeStream(of: Never.self)
            carried = stream
            let bridge = StandardStreamsBridge(try loop.connect(peer: getppid()))
            try bridge.start(input: STDIN_FILENO, output: STDOUT_FILENO) {
                end.finish()
                orders.put(.end("its client left"))
            }
        }
        let feeder = feedWatchdog()
        let areSocketsAlive = await serve(loop)
        feeder?.cancel()
        notifier.stopping("Saving everything.")
        let extending = askForTime()
        loop.stopListening()
        let unsaved = await daemon.end()
        for each in unsaved {
            each.tell(log)
        }
        // What asked for the end is answered now.
        await daemon.answerRequests(butEnds: false)
        let patience = daemon.patience
        let waited = await clock.measure { await loop.end(within: patience) }
        if let carried { await wait(for: carried, atMost: max(patience - waited, .milliseconds(100))) }
        extending.cancel()
        log.info("Ended.")
        guard areSocketsAlive else {
            throw ServiceError(
                .system, "The sockets could not be waited for any more. What could be saved is.")
        }
        return unsaved
    }

    /// Waits until the standard output has taken what was sent.
    private func wait(for carried: AsyncStream<Never>, atMost patience: Duration) async {
        let clock = clock
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in carried {} }
            group.addTask {
                do {
                    try await clock.sleep(for: patience)
                } catch {
                    // It was faster.
                }
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// How long it is not ready since vaults are being looked at. One on a disk that does not answer must not keep
    /// everybody from the others.
    private static let patience = Duration.seconds(60)

    /// Does what it is told until the end. It is ready when all its vaults were looked at; who asks for one before
    /// waits for that one alone.
    ///
    /// - Returns: Whether the thread of the sockets was alive at the end.
    private func serve(_ loop: SocketLoop) async -> Bool {
        var current = configuration
        var starting: [Task<Void, Never>]? = [askForTime(), becomeLate()]
        defer { starting?.forEach { $0.cancel() } }
        open(current.vaults)
        if opening.isEmpty { orders.put(.opened) }
        while true {
            switch await orders.next() {
            case .end(let reason):
                log.info("Ending: \(reason).")
                return true
            case .socketsLost:
                log.error("Ending: nobody can be heard any more.")
                return false
            case .opened where starting == nil || !opening.isEmpty: notifier.status(summary)
            case .opened, .late:
                starting?.forEach { $0.cancel() }
                starting = nil
                tellReady()
            case .reload:
                if starting == nil { notifier.reloading() }
                current = reload(current)
                open(current.vaults)
                if starting == nil { tellReady() }
            case .tick:
                // Only with the thread of the sockets alive.
                let orders = orders
                Task(executorPreference: TaskLanes.shared) {
                    orders.put(await loop.ping() ? .alive : .socketsLost)
                }
            case .alive:
                notifier.feedWatchdog()
                notifier.status(summary)
            }
        }
    }

    private var summary: String { daemon.summary + opening.description }

    private func tellReady() {
        let summary = summary
        notifier.ready(summary)
        log.info("Ready: \(summary).")
    }

    /// Has vaults opened, each on its own, those of them that are not being opened already.
    private func open(_ vaults: [NotePath]) {
        for vault in opening.begin(vaults) {
            Task(executorPreference: TaskLanes.shared) { [daemon, log, observe, opening, orders] in
                do {
                    let notes = try await daemon.openVault(at: vault)
                    log.info("Opened '\(vault)' with \(notes) \(notes == 1 ? "note" : "notes").")
                    observe(.opened(vault: vault, notes: notes))
                } catch {
                    log.error("'\(vault)' was not opened: \(error)")
                }
                opening.end(vault)
                orders.put(.opened)
            }
        }
    }

    /// Reads the configuration again, and makes hold of it what can hold at once.
    private func reload(_ current: ServiceConfiguration) -> ServiceConfiguration {
        do throws(ServiceError) {
            let new = try reread()
            log.leaveOut(lessThan: new.log)
            log.info("Read the configuration again.")
            var later: [String] = []
            if new.limits != configuration.limits { later.append("limits") }
            if new.timing.pause != configuration.timing.pause { later.append("pause") }
            if !Set(current.vaults).isSubset(of: new.vaults) { later.append("vaults that were taken out") }
            if !later.isEmpty { log.notice("From the next start on hold: \(later.joined(separator: ", ")).") }
            return new
        } catch {
            log.error("The configuration stays as it was: \(error)")
            return current
        }
    }

    private func becomeLate() -> Task<Void, Never> {
        Task(executorPreference: TaskLanes.shared) { [clock, orders] in
            do {
                try await clock.sleep(for: Self.patience)
                orders.put(.late)
            } catch {
                // All were looked at before.
            }
        }
    }

    /// Asks systemd for more time as long as the task is not cancelled, but not for ever.
    private func askForTime() -> Task<Void, Never> {
        Task(executorPreference: TaskLanes.shared) { [clock, notifier] in
            for _ in 0..<60 {
                notifier.extendTimeout(seconds: 30)
                do {
                    try await clock.sleep(for: .seconds(10))
                } catch {
                    return
                }
            }
        }
    }

    /// Asks the task in charge for a sign of life twice in each time that systemd waits for one.
    private func feedWatchdog() -> Task<Void, Never>? {
        guard let limit = notifier.watchdog else { return nil }
        return Task(executorPreference: TaskLanes.shared) { [clock, orders] in
            while !Task.isCancelled {
                do {
                    try await clock.sleep(for: limit / 2)
                } catch {
                    return
                }
                orders.put(.tick)
            }
        }
    }
}
