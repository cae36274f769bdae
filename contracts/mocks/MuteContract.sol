// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Contract that accepts every call and payment, and returns nothing.
contract MuteContract {
    fallback() external payable {}
}
