// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedApproval} from "./types/PackedApproval.sol";
import {PackedBatch, movedToken, newBatch} from "./types/PackedBatch.sol";

/// @title Ownership
/// @notice Owners of ids, in one storage slot per batch of consecutive ids and one per owner.
/// @dev A batch is stored at one of its ids, its anchor: the one with the most trailing zero bits. Lookups of
/// its other ids round the id down or up, bit by bit, until they reach the anchor. A batch stores how many ids
/// it covers on both sides, so that unminted neighbours have no owner. A transferred token becomes its own
/// batch; if it was an anchor, each remaining side becomes a batch too. Invariants:
/// - an anchor belongs to its own batch, and any other id is covered by at most one batch;
/// - an account counts the ids of its owner, and all of them are in [lowest, highest].
abstract contract Ownership {
    struct Token {
        /// @dev Empty if this id is not an anchor.
        PackedBatch batch;
        PackedApproval approval;
    }

    struct Owner {
        PackedAccount account;
        mapping(address operator => bool) isOperator;
    }

    /// @dev Maximum ids per batch: five roundings reach the anchor from each.
    uint256 private constant BATCH_LIMIT = 32;

    mapping(uint256 tokenId => Token) internal _tokens;
    mapping(address owner => Owner) internal _owners;

    /// @dev Returns the batch of an id; empty if the id is not minted. Reads at most seven slots.
    function _batchOf(uint256 tokenId) internal view returns (PackedBatch batch) {
        batch = _tokens[tokenId].batch;
        if (batch.isEmpty()) (batch, ) = _findBatch(tokenId);
    }

    /// @dev Returns the batch that covers an id from another anchor, and the last id it covers.
    function _findBatch(uint256 tokenId) internal view returns (PackedBatch batch, uint256 last) {
        // Of two adjacent multiples of a power of two, one is a multiple of the next power too.
        unchecked {
            uint256 down = tokenId;
            uint256 up = tokenId;
            for (uint256 step = 1; step < BATCH_LIMIT; step *= 2) {
                if (down & step != 0) {
                    down -= step;
                    batch = _tokens[down].batch;
                    if (tokenId - down <= batch.idsAbove()) return (batch, down + batch.idsAbove());
                }
                if (up & step != 0) {
                    up += step;
                    batch = _tokens[up].batch;
                    if (up - tokenId <= batch.idsBelow()) return (batch, up + batch.idsAbove());
                }
            }
        }
        return (PackedBatch.wrap(0), 0);
    }

    /// @dev Assigns the unowned ids [`first`, `last`] to `to`.
    function _assignBatch(address to, uint256 first, uint256 last) internal {
        Owner storage owner = _owners[to];
        owner.account = owner.account.withTokens(first, last);
        // Ids are below 2^64.
        unchecked {
            for (; last - first >= BATCH_LIMIT; first += BATCH_LIMIT) {
                _writeBatch(to, first, first + BATCH_LIMIT - 1);
            }
        }
        _writeBatch(to, first, last);
    }

    /// @dev Moves an id from one owner to another.
    function _move(address from, address to, uint256 tokenId) internal {
        Owner storage giver = _owners[from];
        giver.account = giver.account.withoutToken(tokenId);
        Owner storage taker = _owners[to];
        taker.account = taker.account.withTokens(tokenId, tokenId);

        Token storage token = _tokens[tokenId];
        PackedBatch batch = token.batch;
        token.batch = movedToken(to, batch.transfersOf() + 1);
        if (batch.idsBelow() != 0) _writeBatch(from, tokenId - batch.idsBelow(), tokenId - 1);
        if (batch.idsAbove() != 0) _writeBatch(from, tokenId + 1, tokenId + batch.idsAbove());
    }

    /// @dev Assigns every id in [`first`, `last`] that is not an existing anchor to `owner`.
    function _writeBatch(address owner, uint256 first, uint256 last) private {
        uint256 anchor = _anchorOf(first, last);
        Token storage token = _tokens[anchor];
        if (token.batch.isEmpty()) {
            token.batch = newBatch(owner, anchor - first, last - anchor);
        } else {
            // The anchor's token was transferred before; each side becomes a batch.
            if (anchor != first) _writeBatch(owner, first, anchor - 1);
            if (anchor != last) _writeBatch(owner, anchor + 1, last);
        }
    }

    /// @dev Returns the id in [`first`, `last`] with the most trailing zero bits.
    function _anchorOf(uint256 first, uint256 last) private pure returns (uint256 anchor) {
        anchor = last;
        // Clear the lowest set bit while the result is in range.
        unchecked {
            while (anchor != 0 && anchor & (anchor - 1) >= first) anchor &= anchor - 1;
        }
    }
}
