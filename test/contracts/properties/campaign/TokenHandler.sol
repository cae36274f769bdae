// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IFringeDrifters} from "../../../../contracts/interfaces/IFringeDrifters.sol";
import {GhostState} from "./GhostState.sol";
import {transferCall} from "../transferCall.sol";

/// @dev Transfers and approvals by holders and others.
abstract contract TokenHandler is GhostState {
    /// @notice The owner, the approved address or an operator moves a token.
    function transfer(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address from = ownerOf[tokenId];
        address caller = actor(_pick(seed, "caller", ACTORS));
        if (!_mayMove(caller, tokenId)) caller = approved[tokenId];
        if (caller == address(0) || seed % 3 == 0) caller = from;
        address to = actor(_pick(seed, "to", ACTORS));
        receiver.prepare("");
        bytes memory data = transferCall(seed, from, to, tokenId);
        if (_act("transfer", caller, 0, data, 0)) _noteMoved(tokenId, to);
    }

    /// @notice A token is sent to a contract that passes it on from the callback.
    function transferOnwards(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address from = ownerOf[tokenId];
        address to = actor(_pick(seed, "to", ACTORS - 1));
        address transit = address(receiver);
        receiver.prepare(abi.encodeCall(IERC721.transferFrom, (transit, to, tokenId)));
        bytes memory data = transferCall(1 + (seed % 2), from, transit, tokenId);
        if (!_act("transferOnwards", from, 0, data, 0)) return;
        if (!receiver.succeeded()) _violate("the receiver could not pass on its token");
        _noteMoved(tokenId, to);
    }

    /// @notice An account without a right to a token tries to move it, half of the time to itself.
    function steal(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address thief = actor(_pick(seed, "thief", ACTORS));
        if (_mayMove(thief, tokenId)) thief = address(0x7817F);
        address to = seed % 2 == 0 ? thief : actor(_pick(seed, "to", ACTORS));
        _mustRefuse(
            "steal",
            thief,
            0,
            transferCall(seed, ownerOf[tokenId], to, tokenId),
            IFringeDrifters.TransferCallerNotOwnerNorApproved.selector
        );
    }

    /// @notice An owner makes an invalid transfer: of another's token, to the zero address, or of a missing token.
    function misdirect(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address from = ownerOf[tokenId];
        address to = actor(_pick(seed, "to", ACTORS));
        bytes4 foretold;
        if (seed % 3 == 0) {
            to = address(0);
            foretold = IFringeDrifters.TransferToZeroAddress.selector;
        } else if (seed % 3 == 1) {
            tokenId = _pick(seed, "missing", 600);
            if (ownerOf[tokenId] != address(0)) revert NothingToDo();
            foretold = IFringeDrifters.OwnerQueryForNonexistentToken.selector;
        } else {
            from = address(0xDEAD);
            foretold = IFringeDrifters.TransferFromIncorrectOwner.selector;
        }
        bytes memory data = transferCall(seed >> 8, from, to, tokenId);
        _mustRefuse("misdirect", from, 0, data, foretold);
    }

    /// @notice Any account approves an address for a token.
    function approve(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address holder = ownerOf[tokenId];
        address caller = actor(_pick(seed, "caller", ACTORS));
        if (seed % 3 != 0) caller = holder;
        address to = actor(_pick(seed, "to", ACTORS));
        bytes4 foretold = 0;
        if (caller != holder && !isOperator[holder][caller]) {
            foretold = IFringeDrifters.ApprovalCallerNotOwnerNorApproved.selector;
        }
        if (to == holder) foretold = IFringeDrifters.ApprovalToCurrentOwner.selector;
        bytes memory data = abi.encodeCall(IERC721.approve, (to, tokenId));
        if (!_act("approve", caller, 0, data, foretold)) return;
        approved[tokenId] = to;
        touched = tokenId;
    }

    /// @notice An account approves or revokes an operator.
    function setApprovalForAll(uint256 seed) external {
        address holder = actor(_pick(seed, "holder", ACTORS));
        address operator = actor(_pick(seed, "operator", ACTORS));
        bool approves = seed % 2 == 0;
        bytes4 foretold = holder == operator
            ? IFringeDrifters.ApproveToCaller.selector
            : bytes4(0);
        bytes memory data = abi.encodeCall(IERC721.setApprovalForAll, (operator, approves));
        if (!_act("setApprovalForAll", holder, 0, data, foretold)) return;
        isOperator[holder][operator] = approves;
    }

    function _mayMove(address caller, uint256 tokenId) private view returns (bool) {
        address holder = ownerOf[tokenId];
        return
            caller == holder || caller == approved[tokenId] || isOperator[holder][caller];
    }
}
