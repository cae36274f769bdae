// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {FringeDrifters} from "../../../contracts/FringeDrifters.sol";

/// @dev Returns the same bytes from every call.
contract EchoReceiver {
    bytes private _answer;
    bool private _reverts;

    constructor(bytes memory answer, bool reverts) {
        _answer = answer;
        _reverts = reverts;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        bytes memory answer = _answer;
        if (!_reverts) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}

/// @dev Receives tokens, inspects the state in the callback, and makes one prepared call.
contract ReentrantReceiver is IERC721Receiver {
    FringeDrifters private immutable _collection;
    bytes private _call;

    /// @notice Number of callbacks for tokens that it did not own at that time.
    uint256 public surprises;

    /// @notice Total supply at the first callback since `prepare`.
    uint256 public supplyAtFirst;

    /// @notice Whether the prepared call was made, and its result.
    bool public called;
    bool public succeeded;
    bytes4 public problem;

    constructor(FringeDrifters collection) {
        _collection = collection;
    }

    /// @notice Prepares the call `data` for the next token; empty for no call.
    function prepare(bytes calldata data) external {
        _call = data;
        (called, succeeded, problem, supplyAtFirst) = (false, false, bytes4(0), 0);
    }

    /// @notice Calls the collection as this contract; bubbles up the collection's revert reason.
    function execute(bytes calldata data) external payable {
        (bool success, bytes memory reason) = address(_collection).call{value: msg.value}(data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    function onERC721Received(
        address,
        address,
        uint256 tokenId,
        bytes calldata
    ) external returns (bytes4) {
        if (supplyAtFirst == 0) supplyAtFirst = _collection.totalSupply();
        if (!called && _collection.ownerOf(tokenId) != address(this)) ++surprises;
        if (!called && _call.length != 0) {
            called = true;
            bytes memory answer;
            (succeeded, answer) = address(_collection).call(_call);
            if (!succeeded) problem = bytes4(answer);
        }
        return IERC721Receiver.onERC721Received.selector;
    }

    receive() external payable {}
}
