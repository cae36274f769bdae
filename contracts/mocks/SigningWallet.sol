// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice ERC-1271 wallet of two keepers: a valid signature consists of both keepers' signatures, concatenated.
contract SigningWallet is IERC1271 {
    /// @notice Behavior of `isValidSignature`.
    enum Mood {
        Sincere,
        Reverts,
        Panics,
        RespondsShort,
        RespondsOne,
        SendsElsewhere,
        UsesUpGas
    }

    /// @dev Requests an offchain lookup at `urls` (ERC-3668).
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );

    address private immutable _firstKeeper;
    address private immutable _secondKeeper;
    Mood private _mood;
    string private _elsewhere;

    constructor(address firstKeeper, address secondKeeper) {
        _firstKeeper = firstKeeper;
        _secondKeeper = secondKeeper;
    }

    function setMood(Mood mood) external {
        _mood = mood;
    }

    /// @notice Makes it redirect callers to `url`.
    function sendElsewhere(string calldata url) external {
        _mood = Mood.SendsElsewhere;
        _elsewhere = url;
    }

    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) external view returns (bytes4) {
        if (_mood == Mood.Reverts) revert();
        if (_mood == Mood.Panics) assert(false);
        if (_mood == Mood.RespondsShort) _respond(abi.encodePacked(this.isValidSignature.selector));
        if (_mood == Mood.RespondsOne) _respond(abi.encode(1));
        if (_mood == Mood.SendsElsewhere) _sendElsewhere();
        if (_mood == Mood.UsesUpGas) _useUpGas();
        return _isSignedByBoth(hash, signature) ? this.isValidSignature.selector : bytes4(0);
    }

    function _isSignedByBoth(bytes32 hash, bytes calldata signature) private view returns (bool) {
        if (signature.length != 130) return false;
        (address first, , ) = ECDSA.tryRecover(hash, signature[:65]);
        (address second, , ) = ECDSA.tryRecover(hash, signature[65:]);
        return first == _firstKeeper && second == _secondKeeper;
    }

    function _respond(bytes memory data) private pure {
        assembly ("memory-safe") {
            return(add(data, 0x20), mload(data))
        }
    }

    /// @dev Accessing this memory offset runs out of any amount of gas.
    function _useUpGas() private pure {
        assembly {
            mstore(shl(200, 1), 1)
        }
    }

    function _sendElsewhere() private view {
        string[] memory urls = new string[](1);
        urls[0] = _elsewhere;
        revert OffchainLookup(address(this), urls, "", bytes4(0), "");
    }
}
