// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @dev The sale settings that every mint reads, in one storage slot.
///
/// | bits    | field       |                                                              |
/// | ------- | ----------- | ------------------------------------------------------------ |
/// | 0–159   | signer      | address whose signature authorizes a mint                    |
/// | 160–223 | price       | wei per token; all ones: stored in `_largePrice`             |
/// | 224–231 | maxBatch    | maximum per mint; all ones: stored in `_largeMaxBatch`       |
/// | 232–247 | phaseNumber | the current phase                                            |
/// | 248     | isMinting   |                                                              |
/// | 249–255 | free        | `isMinting` reads these bits: mask them first                |
type PackedSale is uint256;

using {
    signer,
    price,
    maxBatch,
    phaseNumber,
    isMinting,
    withSigner,
    withPrice,
    withMaxBatch,
    withPhaseNumber,
    withMintingToggled
} for PackedSale global;

/// @dev `price` if the price is stored in `_largePrice`.
uint256 constant LARGE_PRICE = type(uint64).max;

/// @dev `maxBatch` if the maximum is stored in `_largeMaxBatch`.
uint256 constant LARGE_BATCH = type(uint8).max;

function signer(PackedSale packed) pure returns (address) {
    return address(uint160(PackedSale.unwrap(packed)));
}

function price(PackedSale packed) pure returns (uint256) {
    return uint64(PackedSale.unwrap(packed) >> 160);
}

function maxBatch(PackedSale packed) pure returns (uint256) {
    return uint8(PackedSale.unwrap(packed) >> 224);
}

function phaseNumber(PackedSale packed) pure returns (uint256) {
    return uint16(PackedSale.unwrap(packed) >> 232);
}

function isMinting(PackedSale packed) pure returns (bool) {
    return PackedSale.unwrap(packed) >> 248 != 0;
}

function withSigner(PackedSale packed, address newSigner) pure returns (PackedSale) {
    return _with(packed, 0, type(uint160).max, uint160(newSigner));
}

/// @dev Returns the sale with a new price; prices from `LARGE_PRICE` up are stored as `LARGE_PRICE`.
function withPrice(PackedSale packed, uint256 newPrice) pure returns (PackedSale) {
    return _with(packed, 160, type(uint64).max, Math.min(newPrice, LARGE_PRICE));
}

/// @dev Returns the sale with a new maximum per mint; values from `LARGE_BATCH` up are stored as `LARGE_BATCH`.
function withMaxBatch(PackedSale packed, uint256 newMaxBatch) pure returns (PackedSale) {
    return _with(packed, 224, type(uint8).max, Math.min(newMaxBatch, LARGE_BATCH));
}

/// @dev Returns the sale with a new current phase, whose number is below 2^16.
function withPhaseNumber(PackedSale packed, uint256 newPhaseNumber) pure returns (PackedSale) {
    return _with(packed, 232, type(uint16).max, newPhaseNumber);
}

function withMintingToggled(PackedSale packed) pure returns (PackedSale) {
    return PackedSale.wrap(PackedSale.unwrap(packed) ^ (1 << 248));
}

/// @dev Returns the packed value with `value` in the field at `offset`, whose maximum is `max`.
function _with(
    PackedSale packed,
    uint256 offset,
    uint256 max,
    uint256 value
) pure returns (PackedSale) {
    return PackedSale.wrap((PackedSale.unwrap(packed) & ~(max << offset)) | (value << offset));
}
