// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice A contract that gives to every call the bytes that it was made with.
contract LiteralContract {
    bytes private _answer;
    bool private immutable _reverts;

    /// @param answer What it answers.
    /// @param reverts Whether that is the reason of a revert.
    constructor(bytes memory answer, bool reverts) {
        _answer = answer;
        _reverts = reverts;
    }

    fallback() external payable {
        bytes memory answer = _answer;
        bool reverts = _reverts;
        assembly ("memory-safe") {
            if reverts {
                revert(add(answer, 0x20), mload(answer))
            }
            return(add(answer, 0x20), mload(answer))
        }
    }
}
