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

    /// @dev Returns the token that has `later` tokens after it in the chain of batches that ends at `anchor`.
    function _mintedFromEnd(
        uint256 anchor,
        uint256 later
    ) private view returns (uint256 tokenId) {
        // Ids are below 2^64. The chain has as many tokens as the account counts.
        unchecked {
            for (; ; ) {
                PackedBatch batch = _tokens[anchor].batch.word;
                if (!batch.isMoved()) {
                    uint256 last = anchor + batch.idsAbove();
                    if (batch.hasMovedPairs()) {
                        for (uint256 position = batch.size(); position-- != 0; --last) {
                            if (batch.hasMovedPair(position) && _isMoved(last)) continue;
                            if (later-- == 0) return last;
                        }
                    } else {
                        if (later < batch.size()) return last - later;
                        later -= batch.size();
                    }
                }
                anchor = batch.previousBatch();
            }
        }
    }

    /// @dev Whether a token of a batch was transferred.
    function _isMoved(uint256 tokenId) private view returns (bool) {
        return !_movedSlot(tokenId).word.isEmpty();
    }
}
