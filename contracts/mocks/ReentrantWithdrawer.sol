// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice What it withdraws from.
interface ITreasury {
    function withdrawFunds() external;

    function withdrawERC20(address erc20Token) external;
}

/// @notice A withdraw address that is an ERC-20 token as well, and whenever it is paid withdraws again: all
/// coin and all its own units.
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
