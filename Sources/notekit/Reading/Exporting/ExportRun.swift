// SPDX-License-Identifier: MIT
// Many notes on several threads.

internal import Glibc
internal import NoteExporting
internal import NoteKit
internal import Synchronization

/// Exports notes side by side. What fails fails alone.
struct ExportRun: Sendable {
    let target: ExportTarget
    let exporter: NoteExporter
    let jobs: Int

    /// Exports all of them, and answers in their order.
    func outcomes(of sources: [ExportSources.Source]) -> [ExportOutcome] {
        Signals.whenAsked { number in
            // A file that has no name yet goes with the program, so nothing half done stays.
            ProgressBar.wipe()
            Signals.end(by: number)
        }
        let names = reservations(for: sources)
        let outcomes = Mutex<[ExportOutcome?]>(Array(repeating: nil, count: sources.count))
        let done = Atomic<Int>(0)
        let queue = WorkQueue(sources.indices, share: 1)
        Workers.run(queue.workers(atMost: jobs)) { worker in
            var bar = ProgressBar(of: "Exporting")
            while let share = queue.take() {
                for index in share {
                    let outcome = outcome(of: sources[index], as: names[index])
                    outcomes.withLock { $0[index] = outcome }
                }
                let count = done.wrappingAdd(share.count, ordering: .relaxed).newValue
                if worker == 0, count < sources.count { bar.show(count, of: sources.count) }
            }
            bar.erase()
        }
        return outcomes.withLock { $0.compactMap { $0 } }
    }

    /// Names in the order of the notes, whichever is done first.
    private func reservations(for sources: [ExportSources.Source]) -> [ExportFolder.Reservation?] {
        guard case .folder(let folder) = target else { return sources.map { _ in nil } }
        return sources.map { source in
            guard case .success = source.vault else { return nil }
            return folder.reserve(
                ExportName(NoteExport.title(of: source.path)), extension: exporter.format.rawValue)
        }
    }

    private func outcome(
        of source: ExportSources.Source, as name: ExportFolder.Reservation?
    ) -> ExportOutcome {
        let product: NoteExporter.Product
        do {
            product = try exporter.product(of: source, in: source.vault.get())
        } catch let error as UnreadableText {
            let message =
                "'\(source.file)' was not exported: not UTF-8 from byte \(error.offset); "
                + "encoding: \(error.encoding)."
            return ExportOutcome(named: source.file, path: source.path, status: .unreadable, message: message)
        } catch let error as NotePDFError {
            let message = "'\(source.file)' was not exported: \(error)"
            return ExportOutcome(named: source.file, path: source.path, status: .failed, message: message)
        } catch {
            return ExportOutcome(named: source.file, path: source.path, status: .missing, message: "\(error)")
        }
        let warnings = product.warnings
        do {
            let file = try write(product.bytes, name)
            return ExportOutcome(
                named: source.file, path: source.path, status: .exported, file: file, warnings: warnings)
        } catch {
            let message = "'\(source.file)' was not exported: \(error)"
            return ExportOutcome(
                named: source.file, path: source.path, status: .failed, warnings: warnings, message: message)
        }
    }

    /// Puts the bytes where they go; answers the path of the file, if it has one.
    private func write(_ bytes: [UInt8], _ name: ExportFolder.Reservation?) throws -> NotePath? {
        switch (target, name) {
        case (.folder(let folder), let name?): return try folder.write(bytes, as: name)
        case (.file(let file), _):
            try file.write(bytes)
            return file.path
        case (.stream(let file), _):
            try ByteStream.write(bytes, to: file)
            return file
        case (.folder, nil): preconditionFailure("a note that goes to a folder has a name there")
        case (.output, _):
            try ByteStream.writeToOutput(bytes)
            return nil
        }
    }
}
