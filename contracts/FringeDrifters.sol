// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;
contract FringeDrifters { function ownerOf(uint256) external pure returns (address) { return address(1); } }
