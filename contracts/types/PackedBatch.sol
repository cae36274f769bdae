// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Owner of tokens, in one storage slot: of a batch as it was minted, or of one token after a transfer.
///
/// | bits    | field         |                                                                       |
/// | ------- | ------------- | --------------------------------------------------------------------- |
/// | 0–159   | owner         | of the batch's tokens that were never transferred, or of the token    |
/// | 160–223 | previousBatch | anchor of the batch that was minted to the same minter before, if any |
/// | 224     | isMoved       | this is one transferred token                                         |
/// | 225–229 | below         | of a batch: number of ids below the anchor                            |
/// | 230–234 | above         | of a batch: number of ids above the anchor                            |
/// | 235–255 | marks         | of a batch: which of its tokens were transferred, see `isMarked`      |
/// | 225–234 | free          | of a transferred token; zero, so that it covers no other id           |
/// | 235–248 | index         | of a transferred token: in its owner's list of received tokens        |
/// | 249–255 | transfers     | of a transferred token: how many, up to `MAX_TRANSFERS`               |
type PackedBatch is uint256;

using {
    ownerOf,
    previousBatch,
    isMoved,
    idsBelow,
    idsAbove,
    size,
    isMarked,
    hasMarks,
    hasExactMarks,
    receivedIndex,
    transfersOf,
    isEmpty,
    withMark,
    withReceivedIndex
} for PackedBatch global;

/// @dev Highest transfer count that is distinguished from the next one.
uint256 constant MAX_TRANSFERS = 2 ** 7 - 1;

/// @dev Number of marks of a batch.
uint256 constant MARKS = 21;

/// @dev Returns a batch of tokens that were never transferred.
function newBatch(
    address owner,
    uint256 previous,
    uint256 below,
    uint256 above
) pure returns (PackedBatch) {
    return PackedBatch.wrap(uint160(owner) | (previous << 160) | (below << 225) | (above << 230));
}

/// @dev Returns a transferred token. `previous` keeps the chain of batches if the token was a batch of its own.
function movedToken(
    address owner,
    uint256 previous,
    uint256 index,
    uint256 transfers
) pure returns (PackedBatch) {
    return
        PackedBatch.wrap(
            uint160(owner) | (previous << 160) | (1 << 224) | (index << 235) | (transfers << 249)
        );
}

function ownerOf(PackedBatch word) pure returns (address) {
    return address(uint160(PackedBatch.unwrap(word)));
}

function previousBatch(PackedBatch word) pure returns (uint256) {
    return uint64(PackedBatch.unwrap(word) >> 160);
}

function isMoved(PackedBatch word) pure returns (bool) {
    return PackedBatch.unwrap(word) & (1 << 224) != 0;
}

/// @dev Zero for a transferred token.
function idsBelow(PackedBatch word) pure returns (uint256) {
    return (PackedBatch.unwrap(word) >> 225) & 0x1f;
}

/// @dev Zero for a transferred token.
function idsAbove(PackedBatch word) pure returns (uint256) {
    return (PackedBatch.unwrap(word) >> 230) & 0x1f;
}

/// @dev Number of ids.
function size(PackedBatch word) pure returns (uint256) {
    unchecked {
        return word.idsBelow() + word.idsAbove() + 1;
    }
}

/// @dev Whether the id at `position`, counted from the first id, was transferred; or, without exact marks, this id
/// or its neighbour. Defined for a batch.
function isMarked(PackedBatch word, uint256 position) pure returns (bool) {
    return PackedBatch.unwrap(word) & _mark(word, position) != 0;
}

/// @dev Whether any of its tokens was transferred. Defined for a batch.
function hasMarks(PackedBatch word) pure returns (bool) {
    return PackedBatch.unwrap(word) >> 235 != 0;
}

/// @dev Whether each id has a mark of its own. Defined for a batch.
function hasExactMarks(PackedBatch word) pure returns (bool) {
    return word.size() <= MARKS;
}

/// @dev Defined for a transferred token.
function receivedIndex(PackedBatch word) pure returns (uint256) {
    return (PackedBatch.unwrap(word) >> 235) & 0x3fff;
}

/// @dev Number of transfers of a token; zero for the tokens of a batch.
function transfersOf(PackedBatch word) pure returns (uint256) {
    return word.isMoved() ? PackedBatch.unwrap(word) >> 249 : 0;
}

function isEmpty(PackedBatch word) pure returns (bool) {
    return PackedBatch.unwrap(word) == 0;
}

/// @dev Returns the batch with the id at `position` marked as transferred.
function withMark(PackedBatch word, uint256 position) pure returns (PackedBatch) {
    return PackedBatch.wrap(PackedBatch.unwrap(word) | _mark(word, position));
}

/// @dev Returns the bit that marks the id at `position`.
function _mark(PackedBatch word, uint256 position) pure returns (uint256) {
    return 1 << (235 + (word.hasExactMarks() ? position : position / 2));
}

/// @dev Returns the transferred token at another index.
function withReceivedIndex(PackedBatch word, uint256 index) pure returns (PackedBatch) {
    uint256 others = PackedBatch.unwrap(word) & ~(uint256(0x3fff) << 235);
    return PackedBatch.wrap(others | (index << 235));
}
