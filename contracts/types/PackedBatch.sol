// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Owner of tokens, in one storage slot: of a batch as it was minted, or of one token after a transfer.
///
/// | bits    | field         |                                                                       |
/// | ------- | ------------- | --------------------------------------------------------------------- |
/// | 0–159   | owner         | of the batch's tokens that were never transferred, or of the token    |
/// | 160–223 | previousBatch | anchor of the batch that was minted to the same minter before, if any |
/// | 224–228 | below         | number of ids covered below the anchor; zero for a transferred token  |
/// | 229–233 | above         | number of ids covered above the anchor; zero for a transferred token  |
/// | 234     | isMoved       | this is one transferred token                                         |
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
    receivedIndex,
    transfersOf,
    isEmpty,
    withReceivedIndex
} for PackedBatch global;

/// @dev Highest transfer count that is distinguished from the next one.
uint256 constant MAX_TRANSFERS = 2 ** 7 - 1;

/// @dev Returns a batch of tokens that were never transferred.
function newBatch(
    address owner,
    uint256 previous,
    uint256 below,
    uint256 above
) pure returns (PackedBatch) {
    return PackedBatch.wrap(uint160(owner) | (previous << 160) | (below << 224) | (above << 229));
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
            uint160(owner) | (previous << 160) | (1 << 234) | (index << 235) | (transfers << 249)
        );
}

function ownerOf(PackedBatch packed) pure returns (address) {
    return address(uint160(PackedBatch.unwrap(packed)));
}

function previousBatch(PackedBatch packed) pure returns (uint256) {
    return uint64(PackedBatch.unwrap(packed) >> 160);
}

function isMoved(PackedBatch packed) pure returns (bool) {
    return PackedBatch.unwrap(packed) & (1 << 234) != 0;
}

function idsBelow(PackedBatch packed) pure returns (uint256) {
    return (PackedBatch.unwrap(packed) >> 224) & 0x1f;
}

function idsAbove(PackedBatch packed) pure returns (uint256) {
    return (PackedBatch.unwrap(packed) >> 229) & 0x1f;
}

/// @dev Number of ids that it covers.
function size(PackedBatch packed) pure returns (uint256) {
    unchecked {
        return packed.idsBelow() + packed.idsAbove() + 1;
    }
}

/// @dev Defined for a transferred token.
function receivedIndex(PackedBatch packed) pure returns (uint256) {
    return (PackedBatch.unwrap(packed) >> 235) & 0x3fff;
}

/// @dev Number of transfers of a token; zero for the tokens of a batch.
function transfersOf(PackedBatch packed) pure returns (uint256) {
    return packed.isMoved() ? PackedBatch.unwrap(packed) >> 249 : 0;
}

function isEmpty(PackedBatch packed) pure returns (bool) {
    return PackedBatch.unwrap(packed) == 0;
}

/// @dev Returns the transferred token with a new index.
function withReceivedIndex(PackedBatch packed, uint256 index) pure returns (PackedBatch) {
    uint256 others = PackedBatch.unwrap(packed) & ~(uint256(0x3fff) << 235);
    return PackedBatch.wrap(others | (index << 235));
}
