// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev State of a phase that a mint reads and writes, in one storage slot.
///
/// | bits    | field            |                                                              |
/// | ------- | ---------------- | ------------------------------------------------------------ |
/// | 0–13    | currentCount     | tokens minted                                                |
/// | 14–27   | length           | ids of the phase, at most `MAX_SUPPLY`                       |
/// | 28      | isOversubscribed | the phases together have more ids than `MAX_SUPPLY`          |
/// | 29–31   | free             |                                                              |
/// | 32–95   | startingPoint    | first id                                                     |
/// | 96–103  | nameLength       | bytes of the name; all ones: over 19, stored in `longName`   |
/// | 104–255 | name             | its bytes, left-aligned                                      |
type PackedPhase is uint256;

using {
    currentCount,
    length,
    isOversubscribed,
    startingPoint,
    endPoint,
    nextId,
    idsLeft,
    hasLongName,
    shortName,
    shortNameHash,
    withMinted,
    withRange,
    withOversubscribed
} for PackedPhase global;

/// @dev Maximum length of a packed name, in bytes.
uint256 constant SHORT_NAME_LIMIT = 19;

/// @dev `nameLength` of a name that is stored in `longName`.
uint256 constant LONG_NAME = type(uint8).max;

/// @dev Returns a phase with a name and without ids.
function namedPhase(string memory name) pure returns (PackedPhase) {
    uint256 nameLength = bytes(name).length;
    if (nameLength > SHORT_NAME_LIMIT) return PackedPhase.wrap(LONG_NAME << 96);
    return PackedPhase.wrap(uint256(bytes32(bytes(name))) | (nameLength << 96));
}

function currentCount(PackedPhase word) pure returns (uint256) {
    return PackedPhase.unwrap(word) & 0x3fff;
}

function length(PackedPhase word) pure returns (uint256) {
    return (PackedPhase.unwrap(word) >> 14) & 0x3fff;
}

function isOversubscribed(PackedPhase word) pure returns (bool) {
    return PackedPhase.unwrap(word) & (1 << 28) != 0;
}

function startingPoint(PackedPhase word) pure returns (uint256) {
    return uint64(PackedPhase.unwrap(word) >> 32);
}

/// @dev Returns the id after the last one; at most 2^64 - 1.
function endPoint(PackedPhase word) pure returns (uint256) {
    unchecked {
        return word.startingPoint() + word.length();
    }
}

/// @dev Returns the next id to mint, if any is left.
function nextId(PackedPhase word) pure returns (uint256) {
    unchecked {
        return word.startingPoint() + word.currentCount();
    }
}

/// @dev Returns the number of unminted ids.
function idsLeft(PackedPhase word) pure returns (uint256) {
    // `currentCount` never exceeds `length`.
    unchecked {
        return word.length() - word.currentCount();
    }
}

function hasLongName(PackedPhase word) pure returns (bool) {
    return uint8(PackedPhase.unwrap(word) >> 96) == LONG_NAME;
}

function shortName(PackedPhase word) pure returns (string memory name) {
    name = string(bytes.concat(bytes19(bytes32(PackedPhase.unwrap(word)))));
    assembly ("memory-safe") {
        mstore(name, and(shr(96, word), 0xff))
    }
}

/// @dev Returns keccak256(bytes(word.shortName())) without a string in memory.
function shortNameHash(PackedPhase word) pure returns (bytes32 hash) {
    assembly ("memory-safe") {
        mstore(0x00, word)
        hash := keccak256(0x00, and(shr(96, word), 0xff))
    }
}

/// @dev Returns the phase with `quantity` more tokens minted; it must have enough ids left.
function withMinted(PackedPhase word, uint256 quantity) pure returns (PackedPhase) {
    unchecked {
        return PackedPhase.wrap(PackedPhase.unwrap(word) + quantity);
    }
}

/// @dev Returns the phase with the ids [`start`, `end`), fewer than 2^14.
function withRange(PackedPhase word, uint256 start, uint256 end) pure returns (PackedPhase) {
    uint256 others = ~((uint256(type(uint64).max) << 32) | (0x3fff << 14));
    return
        PackedPhase.wrap(
            (PackedPhase.unwrap(word) & others) | (start << 32) | ((end - start) << 14)
        );
}

function withOversubscribed(PackedPhase word, bool oversubscribed) pure returns (PackedPhase) {
    uint256 others = PackedPhase.unwrap(word) & ~uint256(1 << 28);
    return PackedPhase.wrap(oversubscribed ? others | (1 << 28) : others);
}
