// SPDX-License-Identifier: MIT
// What is seen where a drawing is looked at in this process.

extension NotePDFRenderer {
    /// Looks at a drawing: whether it can be drawn, and whether it shows anything.
    ///
    /// Reads fonts of the system. Not contained: a drawing that librsvg cannot stand ends or stalls the whole
    /// process; `NotePDFWorkers.look` looks from one of its own.
    ///
    /// - Parameter drawing: SVG.
    public static func look(at drawing: [UInt8]) -> DrawingLook {
        // Words in a drawing take fonts too.
        TypesettingTurn.take {
            do throws(ImageFault) {
                return try VectorImage.read(drawing).isEmpty ? .empty : .shown
            } catch {
                return .fault(error.clause)
            }
        }
    }
}
