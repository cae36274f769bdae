// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Four token ids in one storage slot.
///
/// | bits    | field |             |
/// | ------- | ----- | ----------- |
/// | 0–63    | id 0  |             |
/// | 64–127  | id 1  |             |
/// | 128–191 | id 2  |             |
/// | 192–255 | id 3  |             |
type PackedIds is uint256;

using {idAt, withId} for PackedIds global;

function idAt(PackedIds packed, uint256 position) pure returns (uint256) {
    return uint64(PackedIds.unwrap(packed) >> (position * 64));
}

/// @dev Returns the ids with a new id at `position`.
function withId(PackedIds packed, uint256 position, uint256 id) pure returns (PackedIds) {
    uint256 others = PackedIds.unwrap(packed) & ~(uint256(type(uint64).max) << (position * 64));
    return PackedIds.wrap(others | (id << (position * 64)));
}
