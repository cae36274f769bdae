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
            PackedPhase phase = _phases[i].packed;
            if (index < phase.currentCount()) return phase.startingPoint() + index;
            index -= phase.currentCount();
        }
        revert ExceedsCurrentSupply();
    }

    /// @inheritdoc IERC721Enumerable
    /// @dev First the tokens that were minted to the owner and never transferred, in the order of minting; then the
    /// received ones in any order. Reads a slot for each later batch of the owner, and one for each token of those that
    /// may be incomplete.
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

    /// @dev Returns the token that has `later` ones after it in the account's chain of batches.
    function _mintedFromEnd(
        PackedAccount account,
        uint256 later
    ) private view returns (uint256 tokenId) {
        uint256 anchor = account.newestBatch();
        // The chain has as many tokens as the account counts.
        unchecked {
            for (; ; ) {
                PackedBatch batch = _tokens[anchor].batch.packed;
                uint256 kept;
                if (account.mayHaveDepartures(anchor)) {
                    kept = _countKept(batch, anchor);
                    if (later < kept) return _keptFromEnd(batch, anchor, later);
                } else {
                    kept = batch.size();
                    if (later < kept) return anchor + batch.idsAbove() - later;
                }
                later -= kept;
                anchor = batch.previousBatch();
            }
        }
    }

    /// @dev Returns how many tokens of a batch were never transferred.
    function _countKept(PackedBatch batch, uint256 anchor) private view returns (uint256 count) {
        unchecked {
            uint256 last = anchor + batch.idsAbove();
            for (uint256 id = anchor - batch.idsBelow(); id <= last; ++id) if (!_isMoved(id)) ++count;
        }
    }

    /// @dev Returns the token of a batch that has `later` ones after it, of those that were never transferred.
    function _keptFromEnd(
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

    /// @dev Whether a token of a batch was transferred.
    function _isMoved(uint256 tokenId) private view returns (bool) {
        return _movedSlot(tokenId).packed.isMoved();
    }
}
