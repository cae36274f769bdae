// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";

/// @notice Contract wallet that executes any call, with configurable reactions to tokens and Ether.
contract ContractWallet is IERC721Receiver {
    /// @notice Reaction to a token.
    enum Answer {
        Accepts,
        Misunderstands,
        RevertsSilently,
        RevertsWithReason
    }

    error TokenUnwelcome(uint256 tokenId);

    event TokenReceived(address operator, address from, uint256 tokenId, bytes data);
    event CoinReceived(uint256 amount);

    Answer public answer;
    bool public refusesCoin;
    address private _reentryTarget;
    bytes private _reentryCall;

    function setAnswer(Answer newAnswer) external {
        answer = newAnswer;
    }

    function setRefusesCoin(bool refuses) external {
        refusesCoin = refuses;
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
        if (answer == Answer.RevertsSilently) revert();
        if (answer == Answer.RevertsWithReason) revert TokenUnwelcome(tokenId);
        if (answer == Answer.Misunderstands) return bytes4(0xffffffff);
        emit TokenReceived(operator, from, tokenId, data);
        _reenter();
        return IERC721Receiver.onERC721Received.selector;
    }

    receive() external payable {
        if (refusesCoin) revert();
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
