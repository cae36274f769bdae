// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @notice ERC-1271 wallet with two signers: a valid signature is the concatenation of both signers' signatures.
contract SigningWallet is IERC1271 {
    /// @notice Behavior of `isValidSignature`.
    enum Behavior {
        Verifies,
        Reverts,
        Panics,
        ReturnsFourBytes,
        ReturnsOne,
        Redirects,
        ExhaustsGas
    }

    /// @dev Requests an offchain lookup at `urls` (ERC-3668).
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );

    address private immutable _firstSigner;
    address private immutable _secondSigner;
    Behavior private _behavior;
    string private _url;

    constructor(address firstSigner, address secondSigner) {
        _firstSigner = firstSigner;
        _secondSigner = secondSigner;
    }

    function setBehavior(Behavior newBehavior) external {
        _behavior = newBehavior;
    }

    /// @notice Makes the wallet redirect callers to `url`.
    function redirectTo(string calldata url) external {
        _behavior = Behavior.Redirects;
        _url = url;
    }

    function isValidSignature(
        bytes32 hash,
        bytes calldata signature
    ) external view returns (bytes4) {
        if (_behavior == Behavior.Reverts) revert();
        if (_behavior == Behavior.Panics) assert(false);
        if (_behavior == Behavior.ReturnsFourBytes) _respond(abi.encodePacked(this.isValidSignature.selector));
        if (_behavior == Behavior.ReturnsOne) _respond(abi.encode(1));
        if (_behavior == Behavior.Redirects) _revertWithLookup();
        if (_behavior == Behavior.ExhaustsGas) _exhaustGas();
        return _isSignedByBoth(hash, signature) ? this.isValidSignature.selector : bytes4(0);
    }

    function _isSignedByBoth(bytes32 hash, bytes calldata signature) private view returns (bool) {
        if (signature.length != 130) return false;
        (address first, , ) = ECDSA.tryRecover(hash, signature[:65]);
        (address second, , ) = ECDSA.tryRecover(hash, signature[65:]);
        return first == _firstSigner && second == _secondSigner;
    }

    function _respond(bytes memory data) private pure {
        assembly ("memory-safe") {
            return(add(data, 0x20), mload(data))
        }
    }

    /// @dev Accesses a memory offset so high that any amount of gas runs out.
    function _exhaustGas() private pure {
        assembly {
            mstore(shl(200, 1), 1)
        }
    }

    function _revertWithLookup() private view {
        string[] memory urls = new string[](1);
        urls[0] = _url;
        revert OffchainLookup(address(this), urls, "", bytes4(0), "");
    }
}
