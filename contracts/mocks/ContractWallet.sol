// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";

/// @notice Contract wallet that executes any call, with configurable reactions to tokens and Ether.
contract ContractWallet is IERC721Receiver {
    /// @notice Reaction to a token.
    enum Response {
        Accepts,
        Misunderstands,
        RevertsSilently,
        RevertsWithReason
    }

    error TokenUnwelcome(uint256 tokenId);

    event TokenReceived(address operator, address from, uint256 tokenId, bytes data);
    event CoinReceived(uint256 amount);

    Response public response;
    bool public rejectsCoin;
    address private _reentryTarget;
    bytes private _reentryCall;

    function setResponse(Response newResponse) external {
        response = newResponse;
    }

    function setRejectsCoin(bool rejects) external {
        rejectsCoin = rejects;
    }

    /// @notice Makes the wallet call `target` when it receives its next token.
    function setReentry(address target, bytes calldata data) external {
        _reentryTarget = target;
        _reentryCall = data;
    }

    /// @notice Calls `target`; a failure reverts with the callee's reason.
    function execute(address target, bytes calldata data) external payable {
        _call(target, msg.value, data);
    }

    function onERC721Received(
        address operator,
        address from,
        uint256 tokenId,
        bytes calldata data
    ) external returns (bytes4) {
        if (response == Response.RevertsSilently) revert();
        if (response == Response.RevertsWithReason) revert TokenUnwelcome(tokenId);
        if (response == Response.Misunderstands) return bytes4(0xffffffff);
        emit TokenReceived(operator, from, tokenId, data);
        _reenter();
        return IERC721Receiver.onERC721Received.selector;
    }

    receive() external payable {
        if (rejectsCoin) revert();
        emit CoinReceived(msg.value);
    }

    function _reenter() private {
        bytes memory data = _reentryCall;
        if (data.length == 0) return;
        delete _reentryCall;
        _call(_reentryTarget, 0, data);
    }

    function _call(address target, uint256 value, bytes memory data) private {
        (bool success, bytes memory result) = target.call{value: value}(data);
        if (!success) LowLevelCall.bubbleRevert(result);
    }
}
