// SPDX-License-Identifier: MIT
// A stream is cut into messages alike however it arrives, and a broken one is refused.

import Testing

@testable import NoteService
