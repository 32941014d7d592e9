// SPDX-License-Identifier: MIT
// The libraries that only some images need: opened with the first of those, so that nobody else waits for them.

internal import CTypesetting

/// Libraries that are opened when they are first asked for; nil where the system has none.
enum ImageLibraries {
    /// librsvg.
    static let vectors: CTypesettingVectors? = {
        var library = CTypesettingVectors()
        return CTypesettingOpenVectors(&library) ? library : nil
    }()

    /// GdkPixbuf.
    static let pixels: CTypesettingPixels? = {
        var library = CTypesettingPixels()
        return CTypesettingOpenPixels(&library) ? library : nil
    }()
}
