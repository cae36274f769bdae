// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice ERC-20 token whose `transfer` returns the constructor's bytes.
contract PeculiarCoin {
    bytes private _answer;

    event Transferred(address to, uint256 amount);

    constructor(bytes memory answer) {
        _answer = answer;
    }

    /// @notice Every account has the same balance.
    function balanceOf(address) external pure returns (uint256) {
        return 1_000;
    }

    /// @dev Declares no return value, so that `transfer` can return anything.
    function transfer(address to, uint256 amount) external {
        emit Transferred(to, amount);
        bytes memory answer = _answer;
        assembly ("memory-safe") {
            return(add(answer, 0x20), mload(answer))
        }
    }
}
