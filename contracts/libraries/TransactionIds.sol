// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Transaction ids
/// @notice Set of used transaction ids, stored as one bit each.
/// @dev An id that is a plain decimal number shares a slot with 255 neighbors, so that marking it costs 5,000 gas
/// instead of 22,100. Any other string has its own slot. No two ids share a bit: a number has one spelling without
/// leading zeros, and no keccak256 is as small as a number's key.
library TransactionIds {
    struct Set {
        mapping(uint256 key => uint256 bits) slots;
    }

    /// @dev Maximum length of an id that is read as a number, in bytes.
    uint256 private constant MAX_DIGITS = 9;

    uint256 private constant ONE_PER_BYTE = 0x010101010101010101;

    /// @dev Adds an id; `idHash` is its keccak256. Returns false if the set already contained the id.
    function add(Set storage set, string calldata id, bytes32 idHash) internal returns (bool) {
        (uint256 key, uint256 bit) = _locate(id, idHash);
        uint256 bits = set.slots[key];
        if (bits & bit != 0) return false;
        set.slots[key] = bits | bit;
        return true;
    }

    /// @dev Returns whether the set contains an id.
    function contains(Set storage set, string calldata id) internal view returns (bool) {
        (uint256 key, uint256 bit) = _locate(id, keccak256(bytes(id)));
        return set.slots[key] & bit != 0;
    }

    /// @dev Returns an id's slot and bit.
    function _locate(
        string calldata id,
        bytes32 idHash
    ) private pure returns (uint256 key, uint256 bit) {
        (bool isNumber, uint256 number) = _parse(id);
        return isNumber ? (number >> 8, 1 << (number & 0xff)) : (uint256(idHash), 1);
    }

    /// @dev Reads a decimal number of 1 to 9 digits that does not start with 0. Processes all digits at once: a loop
    /// would cost each mint about 100 gas per digit.
    function _parse(string calldata id) private pure returns (bool isNumber, uint256 number) {
        uint256 length = bytes(id).length;
        // Nine bytes below 10, and their sums, do not overflow. A length of 0 wraps around.
        unchecked {
            if (length - 1 >= MAX_DIGITS) return (false, 0);

            // One digit per byte, the last digit in the lowest byte. A byte above 9 sets its highest bit in one of the
            // summands.
            uint256 ones = ONE_PER_BYTE >> (8 * (MAX_DIGITS - length));
            uint256 digits = (uint256(bytes32(bytes(id))) >> (8 * (32 - length))) ^ (ones * 0x30);
            if ((digits | (digits + ones * 0x76)) & (ones * 0x80) != 0) return (false, 0);
            if (digits >> (8 * (length - 1)) == 0) return (false, 0);

            // Combine neighbors into numbers of 2, 4, 8 and 16 digits.
            number = (digits & 0xff00ff00ff00ff00ff) + 10 * ((digits >> 8) & 0xff00ff00ff00ff);
            number = (number & 0xffff0000ffff0000ffff) + 100 * ((number >> 16) & 0xffff0000ffff);
            number = (number & 0xffffffff00000000ffffffff) + 10_000 * ((number >> 32) & 0xffffffff);
            number = uint64(number) + 100_000_000 * (number >> 64);
            return (true, number);
        }
    }
}
