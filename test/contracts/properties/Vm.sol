// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Cheatcodes that these tests use.
interface Vm {
    /// @dev An emitted event.
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    /// @dev Returns the address of a private key.
    function addr(uint256 key) external pure returns (address);

    /// @dev Reverts with both values if they differ. Errors' selectors are compared as bytes32.
    function assertEq(address actual, address expected) external pure;
    function assertEq(bool actual, bool expected) external pure;
    function assertEq(bytes32 actual, bytes32 expected) external pure;
    function assertEq(bytes calldata actual, bytes calldata expected) external pure;
    function assertEq(string calldata actual, string calldata expected) external pure;
    function assertEq(uint256 actual, uint256 expected) external pure;

    /// @dev Skips the run unless the condition holds.
    function assume(bool condition) external pure;

    /// @dev Sets the chain ID.
    function chainId(uint256 id) external;

    /// @dev Sets an account's balance, in wei.
    function deal(address account, uint256 balance) external;

    /// @dev Returns the events since `recordLogs`.
    function getRecordedLogs() external returns (Log[] memory logs);

    /// @dev Makes `caller` the caller of the next call.
    function prank(address caller) external;

    /// @dev Starts to record all events.
    function recordLogs() external;

    /// @dev Signs a digest.
    function sign(
        uint256 key,
        bytes32 digest
    ) external pure returns (uint8 v, bytes32 r, bytes32 s);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
