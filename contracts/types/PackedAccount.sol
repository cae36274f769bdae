// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedIds} from "./PackedIds.sol";

/// @dev An owner's token count and the start of its token lists, in one storage slot.
///
/// | bits    | field         |                                                                     |
/// | ------- | ------------- | ------------------------------------------------------------------- |
/// | 0–13    | balance       | number of tokens                                                    |
/// | 14–27   | receivedCount | number of tokens received by a transfer                             |
/// | 28–63   | departures    | bit n: a token left a batch for whose anchor (anchor / 16) % 36 = n  |
/// | 64–127  | newestBatch   | anchor of the latest batch minted to the owner, if any              |
/// | 128–191 | received 0    | id of the received token at index 0, if any                         |
/// | 192–255 | received 1    | id of the received token at index 1, if any                         |
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

/// @dev Whether a token may have left the owner's batch at `anchor`; false means that none has.
function mayHaveDepartures(PackedAccount packed, uint256 anchor) pure returns (bool) {
    return PackedAccount.unwrap(packed) & _departure(anchor) != 0;
}

/// @dev Returns the packed value as slot 0 of the received-token list; positions 0 and 1 contain different fields.
function receivedIds(PackedAccount packed) pure returns (PackedIds) {
    return PackedIds.wrap(PackedAccount.unwrap(packed));
}

/// @dev Returns the account with `quantity` more tokens; the last minted batch is at `anchor`.
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

/// @dev Returns the account minus one minted token, and marks the batch at `anchor` as possibly incomplete.
function withoutMinted(PackedAccount packed, uint256 anchor) pure returns (PackedAccount) {
    unchecked {
        return PackedAccount.wrap((PackedAccount.unwrap(packed) - 1) | _departure(anchor));
    }
}

/// @dev Returns the departure bit of the batch at `anchor`. Large neighboring batches have different bits.
function _departure(uint256 anchor) pure returns (uint256) {
    return 1 << (28 + ((anchor >> 4) % 36));
}

/// @dev Returns the account minus the last token in its received-token list.
function withoutReceived(PackedAccount packed) pure returns (PackedAccount) {
    unchecked {
        return PackedAccount.wrap(PackedAccount.unwrap(packed) - 1 - (1 << 14));
    }
}
