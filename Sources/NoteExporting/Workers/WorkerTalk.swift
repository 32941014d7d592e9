// SPDX-License-Identifier: MIT
// The talk with a worker over one note.

/// Has one note typeset by one worker.
struct WorkerTalk {
    /// Why there is no file.
    enum Fault: Error {
        /// The worker is not to be talked to any more.
        case channel(WorkerChannel.Fault)
        /// It says that there can be no file.
        case refused(NotePDFError)
    }

    private let channel: WorkerChannel
    private let content: NotePDFRenderer.Content
    /// Why an image of this name, with these bytes, must not be drawn.
    private let fault: (String, [UInt8]) -> ImageFault?
    /// The names of the images that were handed over, by their numbers.
    private var names: [String] = []
    /// The number of the image that is being read or drawn.
    private var current: Int?
    /// What there is of the file.
    private(set) var file: [UInt8] = []
    /// How large the file may become.
    private let mostBytes: Int

    init(
        with worker: WorkerProcess, over content: NotePDFRenderer.Content, atMost mostBytes: Int,
        until deadline: ContinuousClock.Instant,
        faults fault: @escaping (String, [UInt8]) -> ImageFault?
    ) {
        var channel = worker.channel
        channel.deadline = deadline
        self.channel = channel
        self.mostBytes = mostBytes
        self.content = content
        self.fault = fault
    }

    /// The image that was being read or drawn when the talk ended.
    var image: NoteImages.Name? {
        guard let current else { return nil }
        return names.indices.contains(current) ? .placed(names[current]) : .drawing
    }

    /// Sends the note and answers what is asked until the file is there.
    mutating func run(_ request: WorkerRequest) throws(Fault) -> NotePDFReport {
        let answer: Result<NotePDFReport, NotePDFError>
        do throws(WorkerChannel.Fault) {
            answer = try talk(request)
        } catch {
            throw .channel(error)
        }
        do throws(NotePDFError) {
            return try answer.get()
        } catch {
            throw .refused(error)
        }
    }

    private mutating func talk(
        _ request: WorkerRequest
    ) throws(WorkerChannel.Fault) -> Result<NotePDFReport, NotePDFError> {
        try channel.send(.note, request.json)
        try channel.send(.bytes, content.body)
        if request.hasDrawing { try channel.send(.bytes, content.drawing ?? []) }
        while true {
            let message = try channel.receive()
            switch message.kind {
            case .image: try hand(message.text)
            case .begin:
                guard let number = Int(message.text), number < names.count else { throw .nonsense }
                current = number
            case .end: current = nil
            case .bytes:
                guard message.payload.count <= mostBytes - file.count else { throw .nonsense }
                file += message.payload
            case .report: return .success(try NotePDFReport(json: message.payload))
            case .failed: return .failure(try NotePDFError(json: message.payload))
            default: throw .nonsense
            }
        }
    }

    /// Answers with the bytes of an image, or with why there are none.
    private mutating func hand(_ name: String) throws(WorkerChannel.Fault) {
        let bytes: [UInt8]
        do {
            guard let found = try content.images(name) else { return try channel.send(.none) }
            bytes = found
        } catch let lost as WorkerChannel.Fault {
            throw lost
        } catch {
            return try channel.send(.refused, ImageFault(whyUnread: error).clause)
        }
        if let fault = fault(name, bytes) { return try channel.send(.refused, fault.clause) }
        names.append(name)
        try channel.send(.bytes, bytes)
    }
}
