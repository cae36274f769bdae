// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What these tests ask of the test machine.
interface Vm {
    /// @dev An event as it was emitted.
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    /// @dev The address of a private key.
    function addr(uint256 key) external pure returns (address);

    /// @dev Skips the run unless the condition holds.
    function assume(bool condition) external pure;

    /// @dev Moves to another chain.
    function chainId(uint256 id) external;

    /// @dev Sets an account's coin, in wei.
    function deal(address account, uint256 balance) external;

    /// @dev The events since `recordLogs`.
    function getRecordedLogs() external returns (Log[] memory logs);

    /// @dev Makes `caller` the caller of the next call.
    function prank(address caller) external;

    /// @dev Starts to keep all events.
    function recordLogs() external;

    /// @dev Signs a digest.
    function sign(
        uint256 key,
        bytes32 digest
    ) external pure returns (uint8 v, bytes32 r, bytes32 s);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
