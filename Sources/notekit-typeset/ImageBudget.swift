// SPDX-License-Identifier: MIT
// What the images of a note may take, and who is told of them.

internal import NoteExporting
internal import NoteTypesetting

/// Tells the other side which image goes to the libraries, and lets none take too long.
final class ImageBudget: ImageWatch {
    private let channel: WorkerChannel
    private let request: WorkerRequest
    private let noteEnd: Duration
    private var left: Duration
    private var start: Duration?

    init(_ request: WorkerRequest, _ channel: WorkerChannel) {
        self.channel = channel
        self.request = request
        left = .milliseconds(request.imagesMilliseconds)
        noteEnd = ProcessLimits.processorTime + .seconds(request.seconds)
    }

    func beginReading(_ image: Int) throws(ImageFault) {
        if image == NotePDFRenderer.drawingNumber, let clause = request.drawingFault {
            throw .refused(clause)
        }
        guard left > .zero else { throw .noTimeLeft }
        begin(image)
    }

    func beginDrawing(_ image: Int) { begin(image) }

    private func begin(_ image: Int) {
        tell(.begin, "\(image)")
        let now = ProcessLimits.processorTime
        start = now
        ProcessLimits.setTime(min(.seconds(request.imageSeconds), noteEnd - now))
    }

    func end() {
        guard let start else { return }
        let now = ProcessLimits.processorTime
        left -= now - start
        self.start = nil
        ProcessLimits.setTime(noteEnd - now)
        tell(.end, "")
    }

    private func tell(_ kind: WorkerMessage.Kind, _ text: String) {
        do throws(WorkerChannel.Fault) {
            try channel.send(kind, text)
        } catch {
            TypesettingService.end(after: error)
        }
    }
}
