// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Owner of consecutive ids, in the storage slot of one of them, their anchor.
///
/// | bits    | field     |                                                             |
/// | ------- | --------- | ----------------------------------------------------------- |
/// | 0–159   | owner     |                                                             |
/// | 160–167 | below     | number of ids covered below the anchor                      |
/// | 168–175 | above     | number of ids covered above the anchor                      |
/// | 176–255 | transfers | transfer count of its token; zero if it covers other ids    |
/// | none    | free      |                                                             |
type PackedBatch is uint256;

using {ownerOf, idsBelow, idsAbove, transfersOf, isEmpty} for PackedBatch global;

/// @dev Returns a batch of tokens that were never transferred.
function newBatch(address owner, uint256 below, uint256 above) pure returns (PackedBatch) {
    return PackedBatch.wrap(uint160(owner) | (below << 160) | (above << 168));
}

/// @dev Returns a batch of one token with a transfer count.
function movedToken(address owner, uint256 transfers) pure returns (PackedBatch) {
    return PackedBatch.wrap(uint160(owner) | (transfers << 176));
}

function ownerOf(PackedBatch word) pure returns (address) {
    return address(uint160(PackedBatch.unwrap(word)));
}

function idsBelow(PackedBatch word) pure returns (uint256) {
    return uint8(PackedBatch.unwrap(word) >> 160);
}

function idsAbove(PackedBatch word) pure returns (uint256) {
    return uint8(PackedBatch.unwrap(word) >> 168);
}

function transfersOf(PackedBatch word) pure returns (uint256) {
    return PackedBatch.unwrap(word) >> 176;
}

function isEmpty(PackedBatch word) pure returns (bool) {
    return PackedBatch.unwrap(word) == 0;
}
