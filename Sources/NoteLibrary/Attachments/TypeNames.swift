// SPDX-License-Identifier: MIT
// What a type of file is called by people.

/// Names of types that a row shows.
enum TypeNames {
    /// `PNG image`, `PDF document`; for a type that has no name here, what sort of thing it is.
    static func name(of mime: String) -> String {
        if let name = names[mime] { return name }
        switch mime.prefix(while: { $0 != "/" }) {
        case "image": return "image"
        case "audio": return "audio"
        case "video": return "video"
        case "text": return "text"
        case "font": return "font"
        default: return "file"
        }
    }

    private static let names: [String: String] = [
        "image/png": "PNG image", "image/jpeg": "JPEG image", "image/gif": "GIF image",
        "image/webp": "WebP image", "image/tiff": "TIFF image", "image/heic": "HEIC image",
        "image/heif": "HEIF image", "image/avif": "AVIF image", "image/bmp": "BMP image",
        "image/x-ms-bmp": "BMP image", "image/svg+xml": "SVG image", "image/x-icon": "icon",
        "image/vnd.microsoft.icon": "icon", "image/jxl": "JPEG XL image", "image/jp2": "JPEG 2000 image",
        "image/vnd.adobe.photoshop": "Photoshop image", "image/x-xcf": "GIMP image",
        "application/pdf": "PDF document", "application/postscript": "PostScript document",
        "application/epub+zip": "EPUB book", "text/rtf": "RTF document", "application/rtf": "RTF document",
        "application/msword": "Word document", "application/vnd.ms-excel": "Excel workbook",
        "application/vnd.ms-powerpoint": "PowerPoint presentation",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word document",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel workbook",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation":
            "PowerPoint presentation",
        "application/vnd.oasis.opendocument.text": "OpenDocument text",
        "application/vnd.oasis.opendocument.spreadsheet": "OpenDocument spreadsheet",
        "application/vnd.oasis.opendocument.presentation": "OpenDocument presentation",
        "application/vnd.oasis.opendocument.graphics": "OpenDocument drawing",
        "text/plain": "plain text", "text/html": "HTML document", "text/xml": "XML document",
        "application/xml": "XML document", "text/csv": "CSV table", "application/csv": "CSV table",
        "application/json": "JSON file", "application/x-ndjson": "JSON file", "text/calendar": "calendar",
        "text/vcard": "contact card", "text/x-vcard": "contact card", "message/rfc822": "e-mail",
        "audio/mpeg": "MP3 audio", "audio/mp4": "MPEG-4 audio", "audio/x-m4a": "MPEG-4 audio",
        "audio/ogg": "Ogg audio", "audio/flac": "FLAC audio", "audio/x-flac": "FLAC audio",
        "audio/x-wav": "WAV audio", "audio/wav": "WAV audio", "audio/midi": "MIDI audio",
        "audio/aac": "AAC audio", "audio/x-hx-aac-adts": "AAC audio", "audio/amr": "AMR audio",
        "video/mp4": "MPEG-4 video", "video/quicktime": "QuickTime video", "video/webm": "WebM video",
        "video/x-matroska": "Matroska video", "video/x-msvideo": "AVI video", "video/mpeg": "MPEG video",
        "video/ogg": "Ogg video", "video/3gpp": "3GPP video", "application/ogg": "Ogg file",
        "application/zip": "ZIP archive", "application/gzip": "gzip archive",
        "application/x-gzip": "gzip archive", "application/x-bzip2": "bzip2 archive",
        "application/x-xz": "XZ archive", "application/zstd": "Zstandard archive",
        "application/x-tar": "tar archive", "application/x-7z-compressed": "7-Zip archive",
        "application/x-rar": "RAR archive", "application/vnd.rar": "RAR archive",
        "application/vnd.sqlite3": "SQLite database", "application/x-sqlite3": "SQLite database",
        "application/x-executable": "program", "application/x-pie-executable": "program",
        "application/x-sharedlib": "program library", "text/x-shellscript": "shell script",
        "text/x-script.python": "Python script", "text/x-python": "Python script", "text/x-c": "C source",
        "application/javascript": "JavaScript source", "font/ttf": "TrueType font",
        "font/sfnt": "TrueType font", "font/otf": "OpenType font", "font/woff": "web font",
        "font/woff2": "web font", "application/x-empty": "empty file", "inode/x-empty": "empty file",
    ]
}
