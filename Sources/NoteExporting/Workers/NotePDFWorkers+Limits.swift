// SPDX-License-Identifier: MIT
// What a worker may take.

extension NotePDFWorkers {
    /// What the typesetting of a note may take. An image that takes more is left out; a note that does is not
    /// typeset.
    public struct Limits: Sendable, Hashable {
        /// Of the processor for a note, in seconds; two more for each megabyte of its text.
        public var seconds = 120
        /// What may be mapped into the process, in bytes, with libraries and fonts; eight more for each byte of
        /// the note's text.
        public var memory = 2 << 30
        /// Of the processor for one image, in seconds.
        public var imageSeconds = 5
        /// For the images of one note together: of the processor, and of the clock on the wall where a process
        /// ended of one.
        public var imagesTogether = Duration.seconds(20)
        /// How long a note may take on the wall, images that are left out and tried again included.
        public var longest = Duration.seconds(1800)
        /// How large a file may become, in bytes.
        public var fileBytes = 1 << 30
        /// How long a process may be silent, on the wall; it tells of each page and image.
        public var patience = Duration.seconds(300)

        /// Those above.
        public init() {}

        /// What a worker is told, but for the note.
        func request(over content: NotePDFRenderer.Content, imagesTook: Duration) -> WorkerRequest {
            let count = content.body.count + (content.drawing?.count ?? 0)
            var request = WorkerRequest()
            request.seconds = seconds + count >> 19
            request.memory = memory + count << 3
            request.imageSeconds = imageSeconds
            request.imagesMilliseconds = max(0, Int((imagesTogether - imagesTook) / .milliseconds(1)))
            return request
        }
    }
}
