// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedIds} from "./PackedIds.sol";

/// @dev Number of an owner's tokens and where their enumeration starts, in one storage slot.
///
/// | bits    | field         |                                                                     |
/// | ------- | ------------- | ------------------------------------------------------------------- |
/// | 0–13    | balance       | number of tokens                                                    |
/// | 14–27   | receivedCount | how many of them were received by a transfer                        |
/// | 28–63   | departures    | bit n: a token left a batch for whose anchor (anchor / 16) % 36 = n  |
/// | 64–127  | newestBatch   | anchor of the batch that was minted to the owner last, if any       |
/// | 128–191 | received 0    | id of the received token at index 0, if there is one                |
/// | 192–255 | received 1    | the same at index 1                                                 |
type PackedAccount is uint256;

using {
    balance,
    receivedCount,
    newestBatch,
    mayHaveDepartures,
    receivedIds,
    withMinted,
    withReceived,
    withoutMinted,
    withoutReceived
} for PackedAccount global;

function balance(PackedAccount packed) pure returns (uint256) {
    return PackedAccount.unwrap(packed) & 0x3fff;
}

function receivedCount(PackedAccount packed) pure returns (uint256) {
    return (PackedAccount.unwrap(packed) >> 14) & 0x3fff;
}

function newestBatch(PackedAccount packed) pure returns (uint256) {
    return uint64(PackedAccount.unwrap(packed) >> 64);
}

/// @dev Whether a token may have been transferred out of the owner's batch at `anchor`; false if none was.
function mayHaveDepartures(PackedAccount packed, uint256 anchor) pure returns (bool) {
    return PackedAccount.unwrap(packed) & _departure(anchor) != 0;
}

/// @dev Returns the packed value as a slot of the list of received ids; positions 0 and 1 are other fields.
function receivedIds(PackedAccount packed) pure returns (PackedIds) {
    return PackedIds.wrap(PackedAccount.unwrap(packed));
}

/// @dev Returns the account with `quantity` more tokens, the last of them in the batch at `anchor`.
function withMinted(PackedAccount packed, uint256 quantity, uint256 anchor) pure returns (PackedAccount) {
    unchecked {
        uint256 others = PackedAccount.unwrap(packed) & ~(uint256(type(uint64).max) << 64);
        return PackedAccount.wrap((others + quantity) | (anchor << 64));
    }
}

/// @dev Returns the account with one more received token.
function withReceived(PackedAccount packed) pure returns (PackedAccount) {
    unchecked {
        return PackedAccount.wrap(PackedAccount.unwrap(packed) + 1 + (1 << 14));
    }
}

/// @dev Returns the account without one of the tokens that were minted to it, with a note on the batch at `anchor`.
function withoutMinted(PackedAccount packed, uint256 anchor) pure returns (PackedAccount) {
    unchecked {
        return PackedAccount.wrap((PackedAccount.unwrap(packed) - 1) | _departure(anchor));
    }
}

/// @dev Returns the bit for the batch at `anchor`. Large neighboring batches have different ones.
function _departure(uint256 anchor) pure returns (uint256) {
    return 1 << (28 + ((anchor >> 4) % 36));
}

/// @dev Returns the account without one of its received tokens.
function withoutReceived(PackedAccount packed) pure returns (PackedAccount) {
    unchecked {
        return PackedAccount.wrap(PackedAccount.unwrap(packed) - 1 - (1 << 14));
    }
}
