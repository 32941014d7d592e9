// SPDX-License-Identifier: MIT
// The name below which everything stands that a client says to notekitd and hears from it.

/// What is asked of notekitd, what it answers, and what it tells without being asked.
///
/// The types are made from the same table as the schema and the documentation of the protocol.
public enum Service {}
