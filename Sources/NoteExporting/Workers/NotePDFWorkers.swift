// SPDX-License-Identifier: MIT
// Notes typeset in processes of their own.

internal import Glibc
public import NoteKit
internal import Synchronization

/// Typesets notes in processes of the program `notekit-typeset`, with the bytes that `NotePDFRenderer` makes.
///
/// As many processes work as calls are made at once, and one for each processor stays for the next calls until the
/// value goes. A
/// note or an image that the typesetting libraries cannot stand ends one of them and nothing else: an image is
/// left out, with a warning, and the note is typeset again; else the note's call throws. Each process has limits
/// of time and memory, no file of this one, and ends when this one does, however that comes about. It asks for the
/// images of its note by their names, and never opens a file of the vault.
///
/// The program is looked for beside the one of this process and in `../libexec/notekit` from there.
public final class NotePDFWorkers: Sendable {
    /// How notes are typeset.
    public let options: NotePDFRenderer.Options
    /// What a note may take.
    public let limits: Limits

    /// How many processes wait for a note at most: more do not work faster.
    private static let mostIdle = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private let program: NotePath?
    private let idle = Mutex<[WorkerProcess]>([])
    private let faulty = FaultyImages()

    /// Starts nothing yet.
    ///
    /// - Parameters:
    ///   - options: How notes are typeset.
    ///   - limits: What a note may take.
    ///   - program: The path of `notekit-typeset`; it is looked for where none is given.
    public init(
        options: NotePDFRenderer.Options = .init(), limits: Limits = .init(), program: NotePath? = nil
    ) {
        self.options = options
        self.limits = limits
        self.program = program
    }

    /// The processes that wait for a note.
    package var idleProcesses: [Int32] { idle.withLock { $0.map(\.number) } }

    /// Starts a process ahead of the first note, so that it is ready by then.
    ///
    /// System calls: `access(2)`, `socketpair(2)`, `posix_spawn(3)`.
    ///
    /// - Throws: `NotePDFError` with code `.noWorker` where there is no such program, or it cannot be started.
    public func start() throws(NotePDFError) {
        let worker = try WorkerProcess(WorkerProgram.find(program), patience: limits.patience)
        idle.withLock { $0.append(worker) }
    }

    /// Typesets a note in memory.
    ///
    /// May be called from many threads; each call blocks its own. `content.images` is called on it. Nothing is
    /// written by this process.
    ///
    /// System calls: `send(2)`, `read(2)`, `poll(2)`; those of `start` where no process waits, and `kill(2)`,
    /// `waitpid(2)` where one has to end.
    ///
    /// - Returns: The file, how many pages there are, and what could not be shown.
    /// - Throws: `NotePDFError` with code `.noFonts`, `.noMemory`, `.tooSlow`, `.noWorker`, `.workerEnded`,
    ///   `.badWorker` or `.other`.
    public func render(
        _ content: NotePDFRenderer.Content
    ) throws(NotePDFError) -> (file: [UInt8], report: NotePDFReport) {
        var images = NoteImages()
        if let drawing = content.drawing, let fault = faulty.fault(of: drawing) {
            _ = images.leaveOut(.drawing, since: fault)
        }
        let deadline = ContinuousClock.now + limits.longest
        while true {
            let worker = try worker()
            let start = ContinuousClock.now
            var talk = WorkerTalk(
                with: worker, over: content, atMost: limits.fileBytes, until: deadline
            ) { [images, faulty] name, bytes in
                images[.placed(name)] ?? faulty.fault(of: bytes)
            }
            let failure: WorkerFailure
            do throws(WorkerTalk.Fault) {
                let report = try talk.run(request(over: content, images))
                keep(worker, after: content)
                return (talk.file, report)
            } catch {
                let end = worker.end()
                switch error {
                case .refused(let reason): throw reason
                case .channel(let fault): failure = WorkerFailure(fault, end)
                }
            }
            guard let image = talk.image, let fault = failure.imageFault,
                images.leaveOut(image, since: fault, after: ContinuousClock.now - start)
            else { throw failure.error }
            keep(fault, of: image, in: content)
        }
    }

    private func request(over content: NotePDFRenderer.Content, _ images: NoteImages) -> WorkerRequest {
        var request = limits.request(over: content, imagesTook: images.took)
        request.options = options
        request.title = content.title
        request.eventDate = content.eventDate
        request.hasDrawing = content.drawing != nil
        request.drawingFault = images[.drawing]?.clause
        return request
    }

    /// Looks at a drawing: whether it can be drawn, and whether it shows anything.
    ///
    /// - Parameter drawing: SVG.
    public func look(at drawing: [UInt8]) -> DrawingLook {
        if let fault = faulty.fault(of: drawing) { return .fault(fault.clause) }
        let content = NotePDFRenderer.Content(title: "", body: [], drawing: drawing)
        let worker: WorkerProcess
        do throws(NotePDFError) {
            worker = try self.worker()
        } catch {
            return .fault("cannot be looked at (\(error.code))")
        }
        do throws(WorkerChannel.Fault) {
            try worker.channel.send(.look, limits.request(over: content, imagesTook: .zero).json)
            try worker.channel.send(.bytes, drawing)
            let message = try worker.channel.receive()
            guard message.kind == .seen else { throw .nonsense }
            let look = try DrawingLook(json: message.payload)
            keep(worker, after: content)
            return look
        } catch {
            let failure = WorkerFailure(error, worker.end())
            guard let fault = failure.imageFault else {
                return .fault("cannot be looked at (\(failure.error.code))")
            }
            faulty.keep(fault, of: drawing)
            return .fault(fault.clause)
        }
    }

    // MARK: Processes

    /// One that waits, or a new one.
    private func worker() throws(NotePDFError) -> WorkerProcess {
        while let worker = idle.withLock({ $0.popLast() }) {
            // Somebody may have ended it while nobody looked.
            guard worker.isAlive else { continue }
            try worker.greet()
            return worker
        }
        let worker = try WorkerProcess(WorkerProgram.find(program), patience: limits.patience)
        try worker.greet()
        return worker
    }

    /// Lets a worker wait for the next note.
    private func keep(_ worker: WorkerProcess, after content: NotePDFRenderer.Content) {
        // What a large note leaves behind would count against the next.
        guard content.body.count < 4 << 20 else { return }
        // One that is not kept ends with the call.
        idle.withLock { if $0.count < Self.mostIdle { $0.append(worker) } }
    }

    /// Remembers what is known of an image for the other notes that place it.
    private func keep(_ fault: ImageFault, of image: NoteImages.Name, in content: NotePDFRenderer.Content) {
        do {
            let bytes =
                switch image {
                case .drawing: content.drawing
                case .placed(let name): try content.images(name)
                }
            if let bytes { faulty.keep(fault, of: bytes) }
        } catch {
            // It is left out of this note by its name; another note that places it ends a worker of its own.
        }
    }
}
