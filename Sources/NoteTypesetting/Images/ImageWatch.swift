// SPDX-License-Identifier: MIT
// Who wants to know before an image goes to the libraries that read and draw images.

package import NoteExporting

/// Watches over the images of a note while they are read and drawn.
package protocol ImageWatch: AnyObject {
    /// An image is about to be read.
    ///
    /// - Parameter image: Its number, counted in the order in which the images of the note were found;
    ///   `NotePDFRenderer.drawingNumber` for the drawing.
    /// - Throws: `ImageFault`, why it must not be.
    func beginReading(_ image: Int) throws(ImageFault)

    /// An image that was read is about to be drawn on its page.
    func beginDrawing(_ image: Int)

    /// The image has come through what was begun.
    func end()
}

extension NotePDFRenderer {
    /// Stands for the drawing among the numbers of images.
    package static let drawingNumber = -1
}
