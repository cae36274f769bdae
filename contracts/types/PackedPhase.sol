// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The phase state that a mint reads and writes, in one storage slot.
///
/// | bits    | field         |                                                                     |
/// | ------- | ------------- | ------------------------------------------------------------------- |
/// | 0–13    | currentCount  | tokens minted                                                       |
/// | 14–27   | length        | number of ids in the phase, at most `MAX_SUPPLY`                    |
/// | 28–41   | supply        | total supply; up to date only while this phase is current           |
/// | 42–47   | nameLength    | length in bytes; all ones if over 18: the name is in `longName`     |
/// | 48–111  | startingPoint | first id                                                            |
/// | 112–255 | name          | the name's bytes, left-aligned                                      |
type PackedPhase is uint256;

using {
    currentCount,
    length,
    supply,
    startingPoint,
    endPoint,
    nextId,
    idsLeft,
    hasLongName,
    shortName,
    shortNameHash,
    withMinted,
    withRange,
    withSupply
} for PackedPhase global;

/// @dev Maximum length of a packed name, in bytes.
uint256 constant SHORT_NAME_LIMIT = 18;

/// @dev `nameLength` if the name is stored in `longName`.
uint256 constant LONG_NAME = 0x3f;

/// @dev Returns a named phase without ids.
function namedPhase(string memory name) pure returns (PackedPhase) {
    uint256 nameLength = bytes(name).length;
    if (nameLength > SHORT_NAME_LIMIT) return PackedPhase.wrap(LONG_NAME << 42);
    return PackedPhase.wrap(uint256(bytes32(bytes(name))) | (nameLength << 42));
}

function currentCount(PackedPhase packed) pure returns (uint256) {
    return PackedPhase.unwrap(packed) & 0x3fff;
}

function length(PackedPhase packed) pure returns (uint256) {
    return (PackedPhase.unwrap(packed) >> 14) & 0x3fff;
}

/// @dev The collection's total supply. Up to date only in the current phase.
function supply(PackedPhase packed) pure returns (uint256) {
    return (PackedPhase.unwrap(packed) >> 28) & 0x3fff;
}

function startingPoint(PackedPhase packed) pure returns (uint256) {
    return uint64(PackedPhase.unwrap(packed) >> 48);
}

/// @dev Returns the id after the phase's last id; at most 2^64 - 1.
function endPoint(PackedPhase packed) pure returns (uint256) {
    unchecked {
        return packed.startingPoint() + packed.length();
    }
}

/// @dev Returns the next id to mint; `endPoint` if the phase is sold out.
function nextId(PackedPhase packed) pure returns (uint256) {
    unchecked {
        return packed.startingPoint() + packed.currentCount();
    }
}

/// @dev Returns the number of unminted ids.
function idsLeft(PackedPhase packed) pure returns (uint256) {
    // `currentCount` never exceeds `length`.
    unchecked {
        return packed.length() - packed.currentCount();
    }
}

function hasLongName(PackedPhase packed) pure returns (bool) {
    return (PackedPhase.unwrap(packed) >> 42) & 0x3f == LONG_NAME;
}

function shortName(PackedPhase packed) pure returns (string memory name) {
    name = string(bytes.concat(bytes18(bytes32(PackedPhase.unwrap(packed)))));
    assembly ("memory-safe") {
        mstore(name, and(shr(42, packed), 0x3f))
    }
}

/// @dev Returns keccak256(bytes(packed.shortName())) without allocating a string.
function shortNameHash(PackedPhase packed) pure returns (bytes32 hash) {
    assembly ("memory-safe") {
        mstore(0x00, packed)
        hash := keccak256(0x00, and(shr(42, packed), 0x3f))
    }
}

/// @dev Returns the phase with `quantity` more minted tokens, which also count toward the total supply. The phase must
/// have enough ids left.
function withMinted(PackedPhase packed, uint256 quantity) pure returns (PackedPhase) {
    unchecked {
        return PackedPhase.wrap(PackedPhase.unwrap(packed) + quantity * (1 | (1 << 28)));
    }
}

/// @dev Returns the phase with the range [`start`, `end`), which has fewer than 2^14 ids.
function withRange(PackedPhase packed, uint256 start, uint256 end) pure returns (PackedPhase) {
    uint256 others = ~((uint256(type(uint64).max) << 48) | (0x3fff << 14));
    return
        PackedPhase.wrap(
            (PackedPhase.unwrap(packed) & others) | (start << 48) | ((end - start) << 14)
        );
}

/// @dev Returns the phase with a new total supply.
function withSupply(PackedPhase packed, uint256 newSupply) pure returns (PackedPhase) {
    uint256 others = PackedPhase.unwrap(packed) & ~uint256(0x3fff << 28);
    return PackedPhase.wrap(others | (newSupply << 28));
}
