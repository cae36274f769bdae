// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Contract that returns the constructor's bytes to every call.
contract LiteralContract {
    bytes private _answer;
    bool private immutable _reverts;

    /// @param answer Data to return.
    /// @param reverts Whether to revert with the data instead.
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
