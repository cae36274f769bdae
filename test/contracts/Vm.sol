// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What these tests ask of the test machine.
interface Vm {
    /// @dev The address of a private key.
    function addr(uint256 key) external pure returns (address);

    /// @dev Skips the run unless the condition holds.
    function assume(bool condition) external pure;

    /// @dev Moves to another chain.
    function chainId(uint256 id) external;

    /// @dev Sets an account's coin, in wei.
    function deal(address account, uint256 balance) external;

    /// @dev Requires that the next call reverts with this error, which has no arguments.
    function expectRevert(bytes4 selector) external;

    /// @dev Makes `caller` the caller of the next call.
    function prank(address caller) external;

    /// @dev Signs a digest.
    function sign(
        uint256 key,
        bytes32 digest
    ) external pure returns (uint8 v, bytes32 r, bytes32 s);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
