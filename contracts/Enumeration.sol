// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IPhasedCollection} from "./interfaces/IPhasedCollection.sol";
import {Ownership} from "./Ownership.sol";
import {Phases} from "./Phases.sol";
import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedBatch} from "./types/PackedBatch.sol";
import {PackedPhase} from "./types/PackedPhase.sol";

/// @title Enumeration
/// @notice Enumerates all tokens, and the tokens of each owner.
/// @dev Adds no storage: phases determine which ids are minted, and `Ownership` lists an owner's tokens.
abstract contract Enumeration is Phases, Ownership {
    /// @dev A page of an owner's tokens while it is being filled.
    struct Page {
        uint256[] tokenIds;
        uint256 length;
    }

    /// @dev Flag in a cursor that points into the tokens minted to the owner: its lower bits are the next token's id
    /// plus one. Without the flag, a cursor is the number of received tokens left to list.
    uint256 private constant MINTED = 1 << 64;

    /// @dev Flag in a cursor past the batch at id 0: from then on, a `previousBatch` of 0 means no previous batch.
    uint256 private constant ZERO_PASSED = 1 << 65;

    /// @inheritdoc IERC721Enumerable
    /// @dev Ordered by phase number, then by id.
    function tokenByIndex(uint256 index) external view returns (uint256) {
        for (uint256 i = 1; i <= _phaseCount; ++i) {
            PackedPhase phase = _phases[i].packed;
            if (index < phase.currentCount()) return phase.startingPoint() + index;
            index -= phase.currentCount();
        }
        revert ExceedsCurrentSupply();
    }

    /// @inheritdoc IERC721Enumerable
    /// @dev Lists the tokens minted to the owner and never transferred, in minting order, then the received tokens in
    /// any order. Reads one slot per later batch of the owner, and one per token of each batch that may be incomplete.
    function tokenOfOwnerByIndex(
        address owner,
        uint256 index
    ) external view returns (uint256) {
        Owner storage record = _owners[owner];
        PackedAccount account = record.account;
        if (owner == address(0)) revert BalanceQueryForZeroAddress();
        if (index >= account.balance()) revert IndexExceedsOwnerBounds();
        unchecked {
            uint256 minted = account.balance() - account.receivedCount();
            return
                index < minted
                    ? _mintedFromEnd(account, minted - 1 - index)
                    : _receivedAt(record, account, index - minted);
        }
    }

    /// @inheritdoc IPhasedCollection
    function tokensOfOwner(
        address owner,
        uint256 cursor,
        uint256 count
    ) external view returns (uint256[] memory tokenIds, uint256 nextCursor) {
        PackedAccount account = _owners[owner].account;
        if (owner == address(0)) revert BalanceQueryForZeroAddress();
        tokenIds = new uint256[](Math.min(count, account.balance()));
        Page memory page = Page(tokenIds, 0);
        if (cursor < MINTED) nextCursor = _addReceived(page, owner, account, cursor);
        if (nextCursor == 0) nextCursor = _addMinted(page, owner, account, cursor);
        uint256 length = page.length;
        assembly ("memory-safe") {
            mstore(tokenIds, length)
        }
    }

    /// @dev Adds received tokens to a page, from the end of the list. Returns the next cursor; zero when none is left.
    function _addReceived(
        Page memory page,
        address owner,
        PackedAccount account,
        uint256 cursor
    ) private view returns (uint256 left) {
        left = account.receivedCount();
        if (cursor != 0 && cursor < left) left = cursor;
        unchecked {
            for (; left != 0; --left) {
                uint256 tokenId = _receivedAt(_owners[owner], account, left - 1);
                if (!_add(page, tokenId)) return left;
            }
        }
    }

    /// @dev Adds minted tokens to a page, newest first. Returns the next cursor; zero when none is left. The cursor may
    /// point into a different owner's chain, which ends at its first batch that is not a single transferred token.
    function _addMinted(
        Page memory page,
        address owner,
        PackedAccount account,
        uint256 cursor
    ) private view returns (uint256) {
        uint256 balance = account.balance();
        if (balance == account.receivedCount()) return 0;
        unchecked {
            (uint256 anchor, uint256 end) = cursor < MINTED
                ? (account.newestBatch(), type(uint256).max)
                : (_anchorAt(uint64(cursor) - 1), uint64(cursor));
            uint256 flags = MINTED | (cursor & ZERO_PASSED);
            while (page.length != balance) {
                PackedBatch batch = _tokens[anchor].batch.packed;
                if (!batch.isMoved()) {
                    if (batch.ownerOf() != owner) break;
                    end = _addBatch(page, batch, anchor, end, account.mayHaveDepartures(anchor));
                    if (end != 0) return flags | end;
                }
                if (anchor == 0) flags |= ZERO_PASSED;
                anchor = batch.previousBatch();
                if (anchor == 0 && flags & ZERO_PASSED != 0) break;
                end = type(uint256).max;
            }
        }
        return 0;
    }

    /// @dev Adds a batch's tokens below `end` to a page, highest id first. Returns the end of the remaining tokens, or
    /// zero.
    function _addBatch(
        Page memory page,
        PackedBatch batch,
        uint256 anchor,
        uint256 end,
        bool mayHaveDepartures
    ) private view returns (uint256) {
        unchecked {
            end = Math.min(end, anchor + batch.idsAbove() + 1);
            for (uint256 first = anchor - batch.idsBelow(); end != first; --end) {
                if (mayHaveDepartures && _isMoved(end - 1)) continue;
                if (!_add(page, end - 1)) return end;
            }
        }
        return 0;
    }

    /// @dev Adds a token to a page; returns false if the page is full.
    function _add(Page memory page, uint256 tokenId) private pure returns (bool) {
        if (page.length == page.tokenIds.length) return false;
        page.tokenIds[page.length++] = tokenId;
        return true;
    }

    /// @dev Returns the token that `later` tokens follow in the account's chain of batches.
    function _mintedFromEnd(
        PackedAccount account,
        uint256 later
    ) private view returns (uint256 tokenId) {
        uint256 anchor = account.newestBatch();
        // The account's count equals the number of tokens in the chain.
        unchecked {
            for (; ; ) {
                PackedBatch batch = _tokens[anchor].batch.packed;
                uint256 kept;
                if (account.mayHaveDepartures(anchor)) {
                    kept = _countUnmoved(batch, anchor);
                    if (later < kept) return _unmovedFromEnd(batch, anchor, later);
                } else {
                    kept = batch.size();
                    if (later < kept) return anchor + batch.idsAbove() - later;
                }
                later -= kept;
                anchor = batch.previousBatch();
            }
        }
    }

    /// @dev Returns the number of a batch's tokens that were never transferred.
    function _countUnmoved(PackedBatch batch, uint256 anchor) private view returns (uint256 count) {
        unchecked {
            uint256 last = anchor + batch.idsAbove();
            for (uint256 id = anchor - batch.idsBelow(); id <= last; ++id) if (!_isMoved(id)) ++count;
        }
    }

    /// @dev Returns the token that `later` tokens follow among a batch's tokens that were never transferred.
    function _unmovedFromEnd(
        PackedBatch batch,
        uint256 anchor,
        uint256 later
    ) private view returns (uint256 tokenId) {
        unchecked {
            for (tokenId = anchor + batch.idsAbove(); ; --tokenId) {
                if (!_isMoved(tokenId) && later-- == 0) return tokenId;
            }
        }
    }

    /// @dev Whether a batch's token was transferred.
    function _isMoved(uint256 tokenId) private view returns (bool) {
        return _movedSlot(tokenId).packed.isMoved();
    }
}
