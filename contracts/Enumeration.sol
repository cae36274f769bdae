// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {Ownership} from "./Ownership.sol";
import {Phases} from "./Phases.sol";
import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedBatch} from "./types/PackedBatch.sol";
import {PackedPhase} from "./types/PackedPhase.sol";

/// @title Enumeration
/// @notice Every token by its index, and every token of an owner.
/// @dev Needs no storage of its own: phases determine which ids are minted, and `Ownership` lists an owner's tokens.
abstract contract Enumeration is Phases, Ownership {
    /// @inheritdoc IERC721Enumerable
    /// @dev Ordered by phase number, then by id.
    function tokenByIndex(uint256 index) external view returns (uint256) {
        for (uint256 i = 1; i <= _phaseCount; ++i) {
            PackedPhase phase = _phases[i].word;
            if (index < phase.currentCount()) return phase.startingPoint() + index;
            index -= phase.currentCount();
        }
        revert ExceedsCurrentSupply();
    }

    /// @inheritdoc IERC721Enumerable
    /// @dev First the tokens that were minted to the owner and never transferred, in the order of minting; then the
    /// received ones in any order. Reads one slot for each later batch of the owner.
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
                    ? _mintedFromEnd(account.newestBatch(), minted - 1 - index)
                    : _receivedAt(record, account, index - minted);
        }
    }

    /// @dev Returns the token with `later` tokens after it in the chain of batches that ends at `anchor`.
    function _mintedFromEnd(
        uint256 anchor,
        uint256 later
    ) private view returns (uint256 tokenId) {
        // The chain has as many tokens as the account counts, and ids are below 2^64.
        unchecked {
            for (; ; ) {
                PackedBatch batch = _tokens[anchor].batch.word;
                uint256 kept = _countKept(batch, anchor);
                if (later < kept) return _keptFromEnd(batch, anchor, later);
                later -= kept;
                anchor = batch.previousBatch();
            }
        }
    }

    /// @dev Returns how many tokens of a batch were never transferred.
    function _countKept(PackedBatch batch, uint256 anchor) private view returns (uint256 count) {
        if (batch.isMoved()) return 0;
        if (!batch.hasMarks()) return batch.size();
        unchecked {
            for (uint256 position = batch.size(); position-- != 0; ) {
                if (_isKept(batch, anchor, position)) ++count;
            }
        }
    }

    /// @dev Returns the token of a batch with `later` tokens after it, of those that were never transferred.
    function _keptFromEnd(
        PackedBatch batch,
        uint256 anchor,
        uint256 later
    ) private view returns (uint256 tokenId) {
        unchecked {
            if (!batch.hasMarks()) return anchor + batch.idsAbove() - later;
            uint256 position = batch.size();
            for (; ; ) {
                if (_isKept(batch, anchor, --position) && later-- == 0) {
                    return anchor - batch.idsBelow() + position;
                }
            }
        }
    }

    /// @dev Whether the token at a position of a batch was never transferred.
    function _isKept(
        PackedBatch batch,
        uint256 anchor,
        uint256 position
    ) private view returns (bool) {
        if (!batch.isMarked(position)) return true;
        if (batch.hasExactMarks()) return false;
        unchecked {
            return _movedSlot(anchor - batch.idsBelow() + position).word.isEmpty();
        }
    }
}
