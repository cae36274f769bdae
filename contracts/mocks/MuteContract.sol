// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A contract that accepts every call and coin, and answers nothing.
contract MuteContract {
    fallback() external payable {}
}
