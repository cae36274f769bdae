// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Minimal ERC-20 token for withdrawals, with configurable return values.
contract Coin {
    /// @notice Behavior of `transfer`.
    enum Behavior {
        ReturnsTrue,
        ReturnsNothing,
        ReturnsFalse,
        Reverts
    }

    Behavior public immutable behavior;
    mapping(address holder => uint256) public balanceOf;

    constructor(Behavior behavior_) {
        behavior = behavior_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    /// @dev Declares no return value, so that `transfer` can return nothing.
    function transfer(address to, uint256 amount) external {
        if (behavior == Behavior.Reverts) revert("frozen");
        bool moves = behavior != Behavior.ReturnsFalse;
        if (moves) {
            balanceOf[msg.sender] -= amount;
            balanceOf[to] += amount;
        }
        if (behavior == Behavior.ReturnsNothing) return;
        assembly ("memory-safe") {
            mstore(0x00, moves)
            return(0x00, 0x20)
        }
    }
}
