// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The royalty on later sales, in one storage slot; zero: none was set.
///
/// | bits    | field       |                                                    |
/// | ------- | ----------- | -------------------------------------------------- |
/// | 0–159   | receiver    | receives the royalty                               |
/// | 160–255 | basisPoints | its share of the sale price, in hundredths of 1 %  |
type PackedRoyalty is uint256;

using { receiver, basisPoints, amount } for PackedRoyalty global;

function newRoyalty(address to, uint96 share) pure returns (PackedRoyalty) {
    return PackedRoyalty.wrap((uint256(share) << 160) | uint160(to));
}

function receiver(PackedRoyalty packed) pure returns (address) {
    return address(uint160(PackedRoyalty.unwrap(packed)));
}

function basisPoints(PackedRoyalty packed) pure returns (uint96) {
    return uint96(PackedRoyalty.unwrap(packed) >> 160);
}

/// @dev Returns the royalty on a sale, rounded down. Divides first, because the product could overflow.
function amount(PackedRoyalty packed, uint256 salePrice) pure returns (uint256) {
    uint256 share = PackedRoyalty.unwrap(packed) >> 160;
    unchecked {
        return (salePrice / 10_000) * share + ((salePrice % 10_000) * share) / 10_000;
    }
}
