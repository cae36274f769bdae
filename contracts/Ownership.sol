// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PackedAccount} from "./types/PackedAccount.sol";
import {PackedApproval} from "./types/PackedApproval.sol";
import {PackedBatch, movedToken, newBatch} from "./types/PackedBatch.sol";

/// @title Ownership
/// @notice Who owns which id, in one storage slot for each batch of neighbouring ids and one for each owner.
/// @dev A batch is written at one of its ids, its home: the one with the most trailing zero bits. Any other
/// id of the batch finds it by rounding itself down or up, bit by bit. A batch tells how far it reaches to
/// both sides, so that a neighbour that was never minted has no owner. A token that is moved becomes a batch
/// of its own; if it was a home, so does each side of what it leaves. Invariants:
/// - an id with a batch at it belongs to that one, and any other id is reached by one batch at most;
/// - an account counts the ids of its owner, and none of them lies outside [lowest, highest].
abstract contract Ownership {
    struct Token {
        /// @dev Empty if this id is not the home of a batch.
        PackedBatch batch;
        PackedApproval approval;
    }

    struct Owner {
        PackedAccount account;
        mapping(address operator => bool) isOperator;
    }

    /// @dev The most ids of one batch: within five roundings each of them finds the home.
    uint256 private constant BATCH_LIMIT = 32;

    mapping(uint256 tokenId => Token) internal _tokens;
    mapping(address owner => Owner) internal _owners;

    /// @dev The batch that an id belongs to; empty if the id was never minted. At most seven slots are read.
    function _batchOf(uint256 tokenId) internal view returns (PackedBatch batch) {
        batch = _tokens[tokenId].batch;
        if (batch.isEmpty()) (batch, ) = _findBatch(tokenId);
    }

    /// @dev The batch that reaches an id from its home elsewhere, and the last id that it reaches.
    function _findBatch(uint256 tokenId) internal view returns (PackedBatch batch, uint256 last) {
        // Of the two multiples of a power of two around the id, one is a multiple of the next power too.
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

    /// @dev Gives the ids [`first`, `last`], which were nobody's, to one owner.
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

    /// @dev Moves an id from its owner to another.
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

    /// @dev Makes those of the ids [`first`, `last`] that are no homes one owner's.
    function _writeBatch(address owner, uint256 first, uint256 last) private {
        uint256 home = _homeOf(first, last);
        Token storage token = _tokens[home];
        if (token.batch.isEmpty()) {
            token.batch = newBatch(owner, home - first, last - home);
        } else {
            // That one has moved on before; each side of it becomes a batch.
            if (home != first) _writeBatch(owner, first, home - 1);
            if (home != last) _writeBatch(owner, home + 1, last);
        }
    }

    /// @dev The id in [`first`, `last`] with the most trailing zero bits.
    function _homeOf(uint256 first, uint256 last) private pure returns (uint256 home) {
        home = last;
        // Clears the lowest one bit while that stays within.
        unchecked {
            while (home != 0 && home & (home - 1) >= first) home &= home - 1;
        }
    }
}
