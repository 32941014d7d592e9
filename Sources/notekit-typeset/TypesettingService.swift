// SPDX-License-Identifier: MIT
// What a worker does with a request.

internal import Glibc
internal import NoteExporting
internal import NoteTypesetting

/// Typesets the notes that come through a socket, one after the other.
struct TypesettingService {
    /// How many bytes of a file go at once.
    private static let piece = 1 << 16

    private let channel: WorkerChannel

    init(_ channel: WorkerChannel) { self.channel = channel }

    /// Works until the other side is gone.
    func run() throws(WorkerChannel.Fault) -> Never {
        while true {
            let message = try channel.receive(atMost: .max)
            let request = try WorkerRequest(json: message.payload)
            ProcessLimits.setMemory(request.memory)
            ProcessLimits.setTime(.seconds(request.seconds))
            switch message.kind {
            case .note: try typeset(request)
            case .look: try look(request)
            default: throw .nonsense
            }
        }
    }

    /// Ends the process where it cannot tell what it has to.
    static func end(after fault: WorkerChannel.Fault) -> Never { _exit(fault == .closed ? 0 : 1) }

    private func typeset(_ request: WorkerRequest) throws(WorkerChannel.Fault) {
        let content = NotePDFRenderer.Content(
            title: request.title, eventDate: request.eventDate, body: try bytes(),
            drawing: request.hasDrawing ? try bytes() : nil, images: image)
        var rest: [UInt8] = []
        let report: NotePDFReport
        do throws(NotePDFError) {
            report = try NotePDFRenderer(options: request.options).render(
                content, watchedBy: ImageBudget(request, channel),
                into: { bytes in
                    rest.append(contentsOf: bytes)
                    guard rest.count >= Self.piece else { return }
                    try channel.send(.bytes, rest)
                    rest.removeAll(keepingCapacity: true)
                })
        } catch {
            if let fault = error.cause as? WorkerChannel.Fault { throw fault }
            return try channel.send(.failed, error.json)
        }
        if !rest.isEmpty { try channel.send(.bytes, rest) }
        try channel.send(.report, report.json)
    }

    private func look(_ request: WorkerRequest) throws(WorkerChannel.Fault) {
        let drawing = try bytes()
        ProcessLimits.setTime(.seconds(request.imageSeconds))
        try channel.send(.seen, NotePDFRenderer.look(at: drawing).json)
    }

    private func bytes() throws(WorkerChannel.Fault) -> [UInt8] {
        let message = try channel.receive(atMost: .max)
        guard message.kind == .bytes else { throw .nonsense }
        return message.payload
    }

    /// Asks the other side for an image.
    private func image(_ name: String) throws -> [UInt8]? {
        try channel.send(.image, name)
        let answer = try channel.receive(atMost: .max)
        switch answer.kind {
        case .bytes: return answer.payload
        case .none: return nil
        case .refused: throw ImageFault.refused(answer.text)
        default: throw WorkerChannel.Fault.nonsense
        }
    }
}
