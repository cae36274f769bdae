// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../../contracts/FringeDrifters.sol";
import {Authorization, digestOf, signWith} from "./authorization.sol";
import {vm} from "./Vm.sol";

/// @dev A new collection, owned by the test, and helpers that call it. Independent of its storage layout.
abstract contract CollectionTest {
    uint256 internal constant SIGNER_KEY = 0xD21F7E2;
    string internal constant BASE_URI = "ipfs://drifters/";
    address internal constant HOLDER = address(0xA01);
    address internal constant OTHER = address(0xA02);
    address internal constant OPERATOR = address(0xA03);

    FringeDrifters internal collection;

    function setUp() public virtual {
        collection = new FringeDrifters(BASE_URI, vm.addr(SIGNER_KEY));
    }

    /// @dev Calls the collection as `caller`; returns the error's selector, or zero without an error.
    function _problemOf(address caller, uint256 value, bytes memory data) internal returns (bytes4) {
        vm.prank(caller);
        (bool success, bytes memory answer) = address(collection).call{value: value}(data);
        if (success) return bytes4(0);
        assert(answer.length >= 4);
        return bytes4(answer);
    }

    function _problemOf(address caller, bytes memory data) internal returns (bytes4) {
        return _problemOf(caller, 0, data);
    }

    /// @dev The same for views.
    function _problemOf(bytes memory data) internal view returns (bytes4) {
        (bool success, bytes memory answer) = address(collection).staticcall(data);
        return success ? bytes4(0) : bytes4(answer);
    }

    function _giftTo(string memory phase, address receiver, uint256 count) internal {
        if (count == 0) return;
        address[] memory receivers = new address[](count);
        for (uint256 i = 0; i < count; ++i) receivers[i] = receiver;
        collection.gift(phase, receivers);
    }

    /// @dev Turns minting on, in a new phase of the ids 1 to 100.
    function _openSale(string memory phase, uint256 price) internal {
        collection.adjustPhases(phase, 1, 101);
        collection.changePhase(phase);
        collection.adjustPrice(price);
        collection.adjustMaxBatch(type(uint256).max);
        collection.toggleMint();
    }

    /// @dev Returns the calldata of an authorised mint.
    function _mintCall(
        address minter,
        string memory phase,
        string memory transactionID,
        uint256 qty
    ) internal view returns (bytes memory) {
        bytes32 digest = digestOf(
            Authorization(address(collection), minter, phase, transactionID, qty)
        );
        return
            abi.encodeCall(
                collection.FringeMint,
                (digest, signWith(SIGNER_KEY, digest), transactionID, qty)
            );
    }

    function _countOf(string memory phase) internal view returns (uint64 count) {
        (, , count) = collection.AllPhases(phase);
    }

    /// @dev Returns a pseudorandom number below `bound` from seed and salt.
    function _random(uint256 seed, uint256 salt, uint256 bound) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, salt))) % bound;
    }
}
