// SPDX-License-Identifier: MIT
// What notekitd does once it knows what is wanted.

internal import Glibc
internal import NoteKit
internal import NoteProtocol
internal import NoteService

/// The program.
enum DaemonProgram {
    /// Does what is wanted, and answers the exit code.
    static func run(_ options: DaemonOptions, _ signals: ServiceSignals) -> Int32 {
        switch options.work {
        case .show(let text): return say(text)
        case .serve, .serveStandardStreams: return serve(options, signals)
        }
    }

    private static func serve(_ options: DaemonOptions, _ signals: ServiceSignals) -> Int32 {
        do throws(ServiceError) {
            try options.log?.take()
            let configuration = try configuration(options)
            let log = ServiceLog.standardError(least: configuration.log, in: options.log)
            let door = try door(options)
            let table = options.isShown ? NewsTable(vaults: configuration.vaults) : nil
            let run = ServiceRun(
                configuration, door: door, notifier: SystemdNotifier(environment: environment), log: log,
                observe: { news in table?.take(news) },
                reread: { () throws(ServiceError) in try Self.configuration(options) })
            defer { log.finish() }
            return signals.serve(run) { await result(of: run) }
        } catch {
            complain(error.description)
            return error.code == .alreadyRunning ? 3 : 2
        }
    }

    private static func result(of run: ServiceRun) async -> Int32 {
        do {
            return try await run.run().allSatisfy(\.isConflict) ? 0 : 5
        } catch {
            complain("\(error)")
            return 2
        }
    }

    private static func configuration(_ options: DaemonOptions) throws(ServiceError) -> ServiceConfiguration {
        var configuration = ServiceConfiguration()
        if let file = options.configuration ?? ServiceConfiguration.standardFile(environment: path) {
            configuration = try ServiceConfiguration(file: file)
        }
        for vault in options.vaults {
            do throws(FileError) {
                configuration.vaults.append(try vault.fromRoot(for: .find))
            } catch {
                complain(error.description)
            }
        }
        return configuration
    }

    private static func door(_ options: DaemonOptions) throws(ServiceError) -> ServiceRun.Door {
        if options.work == .serveStandardStreams { return .standardStreams }
        if let handed = try ServiceListener(environment: environment) { return .listener(handed) }
        return .listener(try ServiceListener(in: .standard))
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func path(_ name: String) -> NotePath? {
        getenv(name).map { text in
            NotePath(bytes: Array(UnsafeRawBufferPointer(start: text, count: strlen(text))))
        }
    }

    private static func say(_ text: String) -> Int32 { StandardOutput.write(Array(text.utf8)) ? 0 : 2 }

    /// Takes as many open files as this user may have: each client and each unsaved note needs one, and the
    /// usual 1,024 are a limit for programs that use select(2).
    static func takeAllDescriptors() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        // With fewer it works too, as far as they go.
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Tells a person what went wrong.
    static func complain(_ sentence: String) {
        let line = Array("notekitd: \(sentence)\n".utf8)
        // When nobody can be told, nobody is.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
