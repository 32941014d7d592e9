// SPDX-License-Identifier: MIT
// What a worker answers in the end, as JSON between the two programs.

internal import NoteJSON

extension NotePDFReport {
    package var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("pages", pages)
                json.field("warnings") { json in
                    json.array(warnings) { json, warning in
                        json.object { json in
                            json.field("kind", warning.kind.description)
                            json.field("name", warning.name)
                            json.field("reason", warning.reason)
                            json.field("codePoints") { json in
                                json.array(warning.codePoints) { $0.number(Int($1)) }
                            }
                        }
                    }
                }
            }
        }
    }

    package init(json: [UInt8]) throws(WorkerChannel.Fault) {
        let object = try WorkerJSON(json)
        var warnings: [Warning] = []
        for warning in try object.objects("warnings") {
            warnings.append(
                Warning(
                    Warning.Kind(try warning.string("kind")), name: try warning.string("name"),
                    reason: try warning.string("reason"),
                    codePoints: try warning.wholes("codePoints").compactMap { UInt32(exactly: $0) }))
        }
        self.init(pages: try object.whole("pages"), warnings: warnings)
    }
}

extension NotePDFError {
    package var json: [UInt8] {
        JSONWriter.document { json in
            json.object { json in
                json.field("code", code.description)
                json.field("description", description)
            }
        }
    }

    package init(json: [UInt8]) throws(WorkerChannel.Fault) {
        let object = try WorkerJSON(json)
        self.init(Code(try object.string("code")), try object.string("description"))
    }
}

extension DrawingLook {
    package var json: [UInt8] {
        let (shows, fault): (Bool, String?) =
            switch self {
            case .shown: (true, nil)
            case .empty: (false, nil)
            case .fault(let clause): (false, clause)
            }
        return JSONWriter.document { json in
            json.object { json in
                json.field("shows", shows)
                json.field("fault", fault)
            }
        }
    }

    package init(json: [UInt8]) throws(WorkerChannel.Fault) {
        let object = try WorkerJSON(json)
        if let clause = object.optionalString("fault") {
            self = .fault(clause)
        } else {
            self = try object.truth("shows") ? .shown : .empty
        }
    }
}
