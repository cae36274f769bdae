// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Owner of a batch as minted, or of one transferred token, in one storage slot.
///
/// | bits    | field         |                                                                       |
/// | ------- | ------------- | --------------------------------------------------------------------- |
/// | 0–159   | owner         | owns the batch's never-transferred tokens, or the transferred token   |
/// | 160–223 | previousBatch | anchor of the same minter's previous batch, if any                    |
/// | 224–228 | below         | number of ids covered below the anchor; zero for a transferred token  |
/// | 229–233 | above         | number of ids covered above the anchor; zero for a transferred token  |
/// | 234     | isMoved       | set for a transferred token, unset for a batch                        |
/// | 235–248 | index         | index in the owner's received-token list, if transferred              |
/// | 249–255 | transfers     | transfer count, up to `MAX_TRANSFERS`, if transferred                 |
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

/// @dev Transfer count at which counting saturates.
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

/// @dev Returns a transferred token. `previous` preserves the chain of batches if the token was a batch of one.
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

/// @dev Returns the number of ids in the batch.
function size(PackedBatch packed) pure returns (uint256) {
    unchecked {
        return packed.idsBelow() + packed.idsAbove() + 1;
    }
}

/// @dev Meaningful only for a transferred token.
function receivedIndex(PackedBatch packed) pure returns (uint256) {
    return (PackedBatch.unwrap(packed) >> 235) & 0x3fff;
}

/// @dev Returns a transferred token's transfer count; zero for a batch.
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
