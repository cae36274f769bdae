// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownership} from "./Ownership.sol";
import {Phases} from "./Phases.sol";
import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedBatch} from "./types/PackedBatch.sol";
import {PackedPhase} from "./types/PackedPhase.sol";

/// @title Enumeration
/// @notice Every token by its index, and every token of an owner.
/// @dev Needs no storage: phases determine which ids are minted, and batches who owns them.
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
    /// @dev In ascending order of id. Scans ids from the owner's lowest until all remaining ids are the owner's,
    /// which is immediate for one batch. Reads each cold slot once.
    function tokenOfOwnerByIndex(
        address owner,
        uint256 index
    ) external view returns (uint256) {
        PackedAccount account = _owners[owner].account;
        uint256 remaining = account.balance();
        if (owner == address(0)) revert BalanceQueryForZeroAddress();
        if (index >= remaining) revert IndexExceedsOwnerBounds();

        PackedBatch batch;
        uint256 lastOfBatch = 0;
        uint256 endOfRun = 0;
        // Ids and counts are below 2^64.
        unchecked {
            uint256 tokenId = account.lowest();
            for (; account.highest() - tokenId + 1 != remaining; ++tokenId) {
                if (tokenId >= endOfRun) (tokenId, endOfRun) = _nextRun(tokenId);
                PackedBatch own = _tokens[tokenId].batch;
                if (own.isEmpty()) {
                    if (tokenId > lastOfBatch) (batch, lastOfBatch) = _findBatch(tokenId);
                    own = batch;
                }
                if (own.ownerOf() != owner) continue;
                if (index == 0) return tokenId;
                --index;
                --remaining;
            }
            return tokenId + index;
        }
    }

    /// @dev Returns the first minted id from `start` on, and the end of its phase's minted ids.
    function _nextRun(uint256 start) private view returns (uint256 first, uint256 end) {
        first = type(uint256).max;
        for (uint256 i = 1; i <= _phaseCount; ++i) {
            PackedPhase phase = _phases[i].word;
            uint256 candidate = Math.max(start, phase.startingPoint());
            if (candidate < phase.nextId() && candidate < first) {
                (first, end) = (candidate, phase.nextId());
            }
        }
    }
}
