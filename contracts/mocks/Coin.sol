// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Minimal ERC-20 token for withdrawals, with configurable return values.
contract Coin {
    /// @notice Behavior of `transfer`.
    enum Manner {
        ReturnsTrue,
        ReturnsNothing,
        ReturnsFalse,
        Reverts
    }

    Manner public immutable manner;
    mapping(address holder => uint256) public balanceOf;

    constructor(Manner manner_) {
        manner = manner_;
    }

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    /// @dev Declared without a return value, so that it can return nothing.
    function transfer(address to, uint256 amount) external {
        if (manner == Manner.Reverts) revert("frozen");
        bool moves = manner != Manner.ReturnsFalse;
        if (moves) {
            balanceOf[msg.sender] -= amount;
            balanceOf[to] += amount;
        }
        if (manner == Manner.ReturnsNothing) return;
        assembly ("memory-safe") {
            mstore(0x00, moves)
            return(0x00, 0x20)
        }
    }
}
