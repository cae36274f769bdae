// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev All that a mint reads and writes of a phase, in one storage slot.
///
/// | bits    | field         |                                                              |
/// | ------- | ------------- | ------------------------------------------------------------ |
/// | 0–13    | currentCount  | tokens minted                                                |
/// | 14–27   | length        | ids of the phase, at most `MAX_SUPPLY`                       |
/// | 28      | isScarce      | all phases together promise more tokens than may exist       |
/// | 32–95   | startingPoint | first id                                                     |
/// | 96–103  | nameLength    | bytes of the name; all ones: more than 19, and kept elsewhere |
/// | 104–255 | name          | its bytes, the first one highest                             |
type PhaseWord is uint256;

using {
    currentCount,
    length,
    isScarce,
    startingPoint,
    endPoint,
    nextId,
    idsLeft,
    hasLongName,
    shortName,
    shortNameHash,
    withMinted,
    withRange,
    withScarcity
} for PhaseWord global;

/// @dev The longest name that a word keeps, in bytes.
uint256 constant SHORT_NAME_LIMIT = 19;

/// @dev The field of the length of a name that is kept elsewhere.
uint256 constant LONG_NAME = type(uint8).max;

/// @dev A phase with a name, and without ids.
function namedPhase(string memory name) pure returns (PhaseWord) {
    uint256 nameLength = bytes(name).length;
    if (nameLength > SHORT_NAME_LIMIT) return PhaseWord.wrap(LONG_NAME << 96);
    return PhaseWord.wrap(uint256(bytes32(bytes(name))) | (nameLength << 96));
}

function currentCount(PhaseWord word) pure returns (uint256) {
    return PhaseWord.unwrap(word) & 0x3fff;
}

function length(PhaseWord word) pure returns (uint256) {
    return (PhaseWord.unwrap(word) >> 14) & 0x3fff;
}

function isScarce(PhaseWord word) pure returns (bool) {
    return PhaseWord.unwrap(word) & (1 << 28) != 0;
}

function startingPoint(PhaseWord word) pure returns (uint256) {
    return uint64(PhaseWord.unwrap(word) >> 32);
}

/// @dev The id after the last one; at most 2^64 - 1.
function endPoint(PhaseWord word) pure returns (uint256) {
    unchecked {
        return word.startingPoint() + word.length();
    }
}

/// @dev The id that is minted next, if any is left.
function nextId(PhaseWord word) pure returns (uint256) {
    unchecked {
        return word.startingPoint() + word.currentCount();
    }
}

/// @dev How many ids are not minted.
function idsLeft(PhaseWord word) pure returns (uint256) {
    // No more are minted than there are.
    unchecked {
        return word.length() - word.currentCount();
    }
}

function hasLongName(PhaseWord word) pure returns (bool) {
    return uint8(PhaseWord.unwrap(word) >> 96) == LONG_NAME;
}

function shortName(PhaseWord word) pure returns (string memory name) {
    name = string(bytes.concat(bytes19(bytes32(PhaseWord.unwrap(word)))));
    assembly ("memory-safe") {
        mstore(name, and(shr(96, word), 0xff))
    }
}

/// @dev keccak256(bytes(word.shortName())), without a string in memory.
function shortNameHash(PhaseWord word) pure returns (bytes32 hash) {
    assembly ("memory-safe") {
        mstore(0x00, word)
        hash := keccak256(0x00, and(shr(96, word), 0xff))
    }
}

/// @dev The phase with `quantity` tokens more, of which it has to have as many left.
function withMinted(PhaseWord word, uint256 quantity) pure returns (PhaseWord) {
    unchecked {
        return PhaseWord.wrap(PhaseWord.unwrap(word) + quantity);
    }
}

/// @dev The phase with the ids [`start`, `end`), of which there have to be less than 2^14.
function withRange(PhaseWord word, uint256 start, uint256 end) pure returns (PhaseWord) {
    uint256 others = ~((uint256(type(uint64).max) << 32) | (0x3fff << 14));
    return
        PhaseWord.wrap(
            (PhaseWord.unwrap(word) & others) | (start << 32) | ((end - start) << 14)
        );
}

function withScarcity(PhaseWord word, bool scarce) pure returns (PhaseWord) {
    uint256 others = PhaseWord.unwrap(word) & ~uint256(1 << 28);
    return PhaseWord.wrap(scarce ? others | (1 << 28) : others);
}
