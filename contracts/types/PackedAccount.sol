// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Number of an owner's tokens and the range of their ids, in one storage slot.
///
/// | bits    | field   |                                                   |
/// | ------- | ------- | ------------------------------------------------- |
/// | 0–63    | balance | number of tokens                                  |
/// | 64–127  | lowest  | no id is below it; stale at balance 0             |
/// | 128–191 | highest | no id is above it; stale at balance 0             |
/// | 192–255 | free    | `highest` reads them too: mask it first           |
type PackedAccount is uint256;

using {balance, lowest, highest, withTokens, withoutToken} for PackedAccount global;

function balance(PackedAccount word) pure returns (uint256) {
    return uint64(PackedAccount.unwrap(word));
}

function lowest(PackedAccount word) pure returns (uint256) {
    return uint64(PackedAccount.unwrap(word) >> 64);
}

function highest(PackedAccount word) pure returns (uint256) {
    return PackedAccount.unwrap(word) >> 128;
}

/// @dev Returns the account with the ids [`first`, `last`] added.
function withTokens(PackedAccount word, uint256 first, uint256 last) pure returns (PackedAccount) {
    // Ids are below 2^64, so no field overflows.
    unchecked {
        uint256 newBalance = word.balance() + last - first + 1;
        if (word.balance() != 0) {
            if (word.lowest() < first) first = word.lowest();
            if (word.highest() > last) last = word.highest();
        }
        return PackedAccount.wrap(newBalance | (first << 64) | (last << 128));
    }
}

/// @dev Returns the account without one of its ids.
function withoutToken(PackedAccount word, uint256 tokenId) pure returns (PackedAccount) {
    // The balance is at least 1 here. If id 0 is the highest, the account becomes empty, and `highest` may wrap
    // and borrow from the bits above it.
    unchecked {
        uint256 changed = PackedAccount.unwrap(word) - 1;
        if (tokenId == word.lowest()) changed += 1 << 64;
        if (tokenId == word.highest()) changed -= 1 << 128;
        return PackedAccount.wrap(changed);
    }
}
