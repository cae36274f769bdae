// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedApproval} from "./types/PackedApproval.sol";
import {MAX_TRANSFERS, PackedBatch, movedToken, newBatch} from "./types/PackedBatch.sol";
import {PackedIds} from "./types/PackedIds.sol";

/// @title Ownership
/// @notice Stores who owns each id, and which ids each owner has.
/// @dev A batch of consecutive ids is stored in one slot, at its anchor: the id with the most trailing zero bits. A
/// lookup of any other id in the batch rounds the id down or up, bit by bit, until it reaches the anchor. A batch
/// stores how many ids it covers on both sides, so that unminted neighbors have no owner. It also stores the anchor of
/// its minter's previous batch, and the account stores the anchor of the newest batch: this chain of batches lists the
/// tokens minted to an owner.
///
/// A transfer writes a fixed number of slots. A transferred token is stored in a slot of its own, and its new owner's
/// account lists it as received. Batches do not change: the minter's account marks the batch as possibly incomplete.
/// Invariants:
/// - an anchor belongs to its own batch, and any other id is covered by at most one batch;
/// - an owner's tokens are the never-transferred tokens in its chain, and the received tokens.
abstract contract Ownership {
    struct Slot {
        PackedBatch packed;
    }

    struct Token {
        /// @dev The batch anchored at this id; otherwise this token, if it was transferred.
        Slot batch;
        /// @dev This token, if it was transferred and its id anchors a batch of several ids.
        Slot movedAnchor;
        PackedApproval approval;
    }

    struct Owner {
        PackedAccount account;
        mapping(address operator => bool) isOperator;
        /// @dev Slots 1 and above of the received-token list. Slot 0 is the account.
        mapping(uint256 slot => PackedIds) received;
    }

    /// @dev Maximum ids per batch, so that five roundings reach the anchor from any id.
    uint256 private constant BATCH_LIMIT = 32;

    mapping(uint256 tokenId => Token) internal _tokens;
    mapping(address owner => Owner) internal _owners;

    // Lookup

    /// @dev Returns an id's batch, or its token if transferred; empty if the id is not minted. `anchor` is the batch's
    /// anchor. Reads at most seven slots.
    function _find(uint256 tokenId) internal view returns (PackedBatch packed, uint256 anchor) {
        Token storage token = _tokens[tokenId];
        packed = token.batch.packed;
        if (packed.isEmpty()) return _findBatch(tokenId);
        if (packed.size() == 1) return (packed, tokenId);
        PackedBatch moved = token.movedAnchor.packed;
        return (moved.isEmpty() ? packed : moved, tokenId);
    }

    /// @dev Returns the batch that covers an id other than its anchor.
    function _findBatch(uint256 tokenId) private view returns (PackedBatch batch, uint256 anchor) {
        // Of two adjacent multiples of a power of two, one is also a multiple of the next power.
        unchecked {
            uint256 down = tokenId;
            uint256 up = tokenId;
            for (uint256 step = 1; step < BATCH_LIMIT; step *= 2) {
                if (down & step != 0) {
                    down -= step;
                    batch = _tokens[down].batch.packed;
                    if (tokenId - down <= batch.idsAbove()) return (batch, down);
                }
                if (up & step != 0) {
                    up += step;
                    batch = _tokens[up].batch.packed;
                    if (up - tokenId <= batch.idsBelow()) return (batch, up);
                }
            }
        }
        return (PackedBatch.wrap(0), 0);
    }

    /// @dev Returns the anchor of the batch that minted an id, even after the token was transferred.
    function _anchorAt(uint256 tokenId) internal view returns (uint256) {
        (PackedBatch batch, uint256 anchor) = _findBatch(tokenId);
        return batch.isEmpty() ? tokenId : anchor;
    }

    /// @dev Returns the slot that stores a token after its first transfer.
    function _movedSlot(uint256 tokenId) internal view returns (Slot storage) {
        Token storage token = _tokens[tokenId];
        return token.batch.packed.size() == 1 ? token.batch : token.movedAnchor;
    }

    // Minting

    /// @dev Assigns the unowned ids [`first`, `last`] to `to`.
    function _assignBatch(address to, uint256 first, uint256 last) internal {
        Owner storage owner = _owners[to];
        PackedAccount account = owner.account;
        uint256 anchor = account.newestBatch();
        // Ids are below 2^64.
        unchecked {
            uint256 quantity = last - first + 1;
            for (; last - first >= BATCH_LIMIT; first += BATCH_LIMIT) {
                anchor = _writeBatch(to, anchor, first, first + BATCH_LIMIT - 1);
            }
            anchor = _writeBatch(to, anchor, first, last);
            owner.account = account.withMinted(quantity, anchor);
        }
    }

    /// @dev Stores [`first`, `last`] as a batch after `previous` in the chain of `owner`, and returns its anchor.
    function _writeBatch(
        address owner,
        uint256 previous,
        uint256 first,
        uint256 last
    ) private returns (uint256 anchor) {
        anchor = _anchorOf(first, last);
        unchecked {
            _tokens[anchor].batch.packed = newBatch(owner, previous, anchor - first, last - anchor);
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

    // Transfers

    /// @dev Moves an id from one owner to another. `packed` and `anchor` are the results of `_find`.
    function _move(address from, address to, uint256 tokenId, PackedBatch packed, uint256 anchor) internal {
        if (packed.isMoved()) {
            _removeReceived(from, packed.receivedIndex());
        } else {
            _owners[from].account = _owners[from].account.withoutMinted(anchor);
            // A batch of one stays in the chain as a transferred token.
            if (packed.size() != 1) packed = PackedBatch.wrap(0);
        }
        uint256 index = _appendReceived(to, tokenId);
        uint256 transfers = _countTransfer(tokenId, packed.transfersOf());
        _movedSlot(tokenId).packed = movedToken(to, packed.previousBatch(), index, transfers);
    }

    /// @dev Returns the incremented transfer count. A saturated count does not change, so the approval is deleted
    /// instead.
    function _countTransfer(uint256 tokenId, uint256 transfers) private returns (uint256) {
        if (transfers < MAX_TRANSFERS) return transfers + 1;
        _tokens[tokenId].approval = PackedApproval.wrap(0);
        return transfers;
    }

    // Received tokens

    /// @dev Returns the id at an index in the received-token list.
    function _receivedAt(
        Owner storage owner,
        PackedAccount account,
        uint256 index
    ) internal view returns (uint256) {
        (uint256 slot, uint256 position) = _locate(index);
        return (slot == 0 ? account.receivedIds() : owner.received[slot]).idAt(position);
    }

    /// @dev Appends an id to the received-token list and returns its index.
    function _appendReceived(address to, uint256 tokenId) private returns (uint256 index) {
        Owner storage owner = _owners[to];
        PackedAccount account = owner.account;
        index = account.receivedCount();
        owner.account = _withReceivedAt(owner, account, index, tokenId).withReceived();
    }

    /// @dev Removes the id at an index; the last id in the list replaces it.
    function _removeReceived(address from, uint256 index) private {
        Owner storage owner = _owners[from];
        PackedAccount account = owner.account;
        unchecked {
            uint256 lastIndex = account.receivedCount() - 1;
            if (index != lastIndex) {
                uint256 tokenId = _receivedAt(owner, account, lastIndex);
                account = _withReceivedAt(owner, account, index, tokenId);
                Slot storage moved = _movedSlot(tokenId);
                moved.packed = moved.packed.withReceivedIndex(index);
            }
        }
        owner.account = account.withoutReceived();
    }

    /// @dev Writes an id at an index in the list. Returns the account, which may have changed and is not stored yet.
    function _withReceivedAt(
        Owner storage owner,
        PackedAccount account,
        uint256 index,
        uint256 tokenId
    ) private returns (PackedAccount) {
        (uint256 slot, uint256 position) = _locate(index);
        if (slot == 0) return PackedAccount.wrap(PackedIds.unwrap(account.receivedIds().withId(position, tokenId)));
        owner.received[slot] = owner.received[slot].withId(position, tokenId);
        return account;
    }

    /// @dev Returns an index's slot and position: the account holds two ids, every other slot four.
    function _locate(uint256 index) private pure returns (uint256 slot, uint256 position) {
        unchecked {
            return ((index + 2) / 4, (index + 2) % 4);
        }
    }
}
