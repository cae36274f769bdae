// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionTest} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Transaction ids, of which plain numbers share storage slots.
contract TransactionIdsTest is CollectionTest {
    /// @dev The texts that were used.
    mapping(bytes32 idHash => bool) private used;

    function setUp() public override {
        super.setUp();
        _openSale("Dust", 0);
    }

    /// @dev Two texts, the second of which is often similar to the first.
    /// @custom:property S24
    function testFuzz_marksNoOtherId(string memory any, uint256 seed) public {
        string memory first = seed % 8 == 0 ? any : _decimal(_number(seed));
        string memory second = seed % 8 == 1 ? any : _similar(_number(seed), seed >> 128);
        _use(first);
        bool same = keccak256(bytes(first)) == keccak256(bytes(second));
        vm.assertEq(collection.usedTransactions(second), same);
        if (same) return;
        _use(second);
        assert(collection.usedTransactions(first));
    }

    /// @dev Some ids around a number: each is unused until it is used, and used from then on.
    /// @custom:property S11, S24
    function testFuzz_marksEachIdOfManyOnce(uint256 seed) public {
        uint256 number = _number(seed);
        string[] memory ids = new string[](6);
        for (uint256 i = 0; i < ids.length; ++i) {
            ids[i] = _similar(number, uint256(keccak256(abi.encode(seed, i))));
            if (!used[keccak256(bytes(ids[i]))]) _use(ids[i]);
            for (uint256 j = 0; j <= i; ++j) assert(collection.usedTransactions(ids[j]));
        }
    }

    function _use(string memory id) private {
        assert(!collection.usedTransactions(id));
        vm.assertEq(_problemOf(HOLDER, _mintCall(HOLDER, "Dust", id, 1)), bytes4(0));
        assert(collection.usedTransactions(id));
        used[keccak256(bytes(id))] = true;
    }

    /// @dev Returns a number of 1 to 10 digits.
    function _number(uint256 seed) private pure returns (uint256) {
        return (seed >> 8) % 10 ** (1 + ((seed >> 64) % 10));
    }

    /// @dev Returns a number near or far from `number`, or another text that looks like it.
    function _similar(uint256 number, uint256 seed) private pure returns (string memory) {
        uint256 which = seed % 13;
        seed >>= 8;
        if (which == 0) return _decimal(number + 1 + (seed % 300));
        if (which == 12) return _decimal(number + 10);
        if (which == 1) return _decimal(number + 256 * (1 + (seed % 300)));
        if (which == 2) return _decimal(number * 10 + (seed % 10));
        if (which == 3) return _decimal(number / 10);
        if (which == 4) return _decimal(number ^ (1 << (seed % 34)));
        if (which == 5) return string(abi.encodePacked("0", _decimal(number)));
        if (which == 6) return string(abi.encodePacked(_decimal(number), bytes1(uint8(seed))));
        if (which == 7) return string(abi.encodePacked(bytes1(uint8(seed)), _decimal(number)));
        if (which == 8) return _withLargeDigit(number + 10);
        if (which == 9) return string(abi.encode(number >> 8));
        if (which == 10) return string(abi.encodePacked(keccak256(bytes(_decimal(number)))));
        return _decimal(number);
    }

    /// @dev Returns another spelling of a number: its tens are one less, and its last digit is ten more.
    function _withLargeDigit(uint256 number) private pure returns (string memory text) {
        text = _decimal(number - 10);
        uint256 last = bytes(text).length - 1;
        bytes(text)[last] = bytes1(uint8(bytes(text)[last]) + 10);
    }

    function _decimal(uint256 number) private pure returns (string memory digits) {
        do {
            digits = string(abi.encodePacked(bytes1(uint8(48 + (number % 10))), digits));
            number /= 10;
        } while (number != 0);
    }
}
