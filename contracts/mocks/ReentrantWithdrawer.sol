// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Contract that `ReentrantWithdrawer` withdraws from.
interface ITreasury {
    function withdrawFunds() external;

    function withdrawERC20(address erc20Token) external;
}

/// @notice Withdraw address and ERC-20 token that re-enters on payment: it withdraws all Ether and its own tokens
/// again.
contract ReentrantWithdrawer {
    ITreasury private immutable _treasury;
    bool private _isInside;
    mapping(address holder => uint256) public balanceOf;

    constructor(address treasury) {
        _treasury = ITreasury(treasury);
        balanceOf[treasury] = 1_000;
    }

    function withdrawFunds() external {
        _treasury.withdrawFunds();
    }

    function withdrawUnits() external {
        _treasury.withdrawERC20(address(this));
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        _withdrawAgain();
        return true;
    }

    receive() external payable {
        _withdrawAgain();
    }

    function _withdrawAgain() private {
        if (_isInside) return;
        _isInside = true;
        _treasury.withdrawFunds();
        _treasury.withdrawERC20(address(this));
        _isInside = false;
    }
}
