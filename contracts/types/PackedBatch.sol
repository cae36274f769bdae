// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The owner of neighbouring ids, in the storage slot of one of them, their home.
///
/// | bits    | field     |                                                             |
/// | ------- | --------- | ----------------------------------------------------------- |
/// | 0–159   | owner     |                                                             |
/// | 160–167 | below     | how many ids below the home it reaches                      |
/// | 168–175 | above     | how many ids above the home it reaches                      |
/// | 176–255 | transfers | how often its token was moved; zero if it reaches any other |
/// | none    | free      |                                                             |
type PackedBatch is uint256;

using {ownerOf, idsBelow, idsAbove, transfersOf, isEmpty} for PackedBatch global;

/// @dev A batch of tokens that were never moved.
function newBatch(address owner, uint256 below, uint256 above) pure returns (PackedBatch) {
    return PackedBatch.wrap(uint160(owner) | (below << 160) | (above << 168));
}

/// @dev A batch of one token, moved so often.
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
