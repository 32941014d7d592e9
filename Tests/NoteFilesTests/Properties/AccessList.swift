// SPDX-License-Identifier: MIT
// An access control list as the kernel keeps it in an extended attribute.

/// See: `include/uapi/linux/posix_acl_xattr.h`.
enum AccessList {
    /// Owner rw, user 65534 r, group r, the mask, others nothing.
    static func value(mask: UInt16) -> [UInt8] {
        let undefined = UInt32.max
        let entries: [(tag: UInt16, permission: UInt16, id: UInt32)] = [
            (0x01, 6, undefined), (0x02, 4, 65_534), (0x04, 4, undefined), (0x10, mask, undefined),
            (0x20, 0, undefined),
        ]
        return entries.reduce(littleEndian(UInt32(2))) { value, entry in
            value + littleEndian(entry.tag) + littleEndian(entry.permission) + littleEndian(entry.id)
        }
    }

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
