// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Existence, owners and enumeration of tokens.
contract TokensTest is CollectionTest {
    /// @dev Number of ids in `testFuzz_listsEachTokenOnce`.
    uint256 private constant IDS = 40;

    /// @custom:property T2, T3, T4
    function testFuzz_existsExactlyWhereMinted(uint64 start, uint256 seed, uint256 id) public {
        uint64 length = uint64(1 + (seed % 12));
        uint64 count = uint64((seed >> 8) % (length + 1));
        if (start > type(uint64).max - length) start = type(uint64).max - length;
        // Half of the runs use ids near the phase.
        if (seed & 1 << 17 == 0) id = uint256(start) + (id % 16);
        collection.adjustPhases("Dust", start, start + length);
        _giftTo("Dust", HOLDER, count);

        bool minted = id >= start && id < uint256(start) + count;
        _assertExists(id, minted);
        // An id that is the same when truncated to 64 bits.
        _assertExists(id | (uint256(1) << 64), minted && id >> 64 == 1);
    }

    /// @dev Gifts and transfers alternate between three phases.
    /// @custom:property T1, T5, T6, T8, T10
    function testFuzz_listsEachTokenOnce(uint256 seed) public {
        for (uint64 i = 0; i < 3; ++i) {
            // Phases are created in descending order of ids, so that the order of creation differs from that of ids.
            collection.adjustPhases(_phase(i), 26 - 12 * i, 36 - 12 * i);
        }
        uint256 supply = 0;
        for (uint256 i = 0; i < 3; ++i) {
            uint256 count = _random(seed, i, 4);
            _giftTo(_phase(i), _person(_random(seed, i + 10, 3)), count);
            supply += count;
        }
        for (uint256 i = 0; supply != 0 && i < 2; ++i) {
            uint256 tokenId = collection.tokenByIndex(_random(seed, i + 20, supply));
            address owner = collection.ownerOf(tokenId);
            _problemOf(
                owner,
                abi.encodeCall(
                    collection.transferFrom,
                    (owner, _person(_random(seed, i + 30, 3)), tokenId)
                )
            );
        }
        _assertListed(supply);
    }

    /// @custom:property T9, T11
    function testFuzz_refusesIndicesPastTheEnd(uint256 index, address owner, uint8 count) public {
        uint256 supply = count % 4;
        collection.adjustPhases("Dust", 7, 17);
        _giftTo("Dust", HOLDER, supply);

        bytes4 problem = _problemOf(abi.encodeCall(collection.tokenByIndex, (index)));
        bytes4 expected = IFringeDrifters.ExceedsCurrentSupply.selector;
        vm.assertEq(problem, index < supply ? bytes4(0) : expected);

        expected = IFringeDrifters.IndexExceedsOwnerBounds.selector;
        problem = _problemOf(abi.encodeCall(collection.tokenOfOwnerByIndex, (HOLDER, index)));
        vm.assertEq(problem, index < supply ? bytes4(0) : expected);
        if (owner == HOLDER || owner == address(0)) return;
        problem = _problemOf(abi.encodeCall(collection.tokenOfOwnerByIndex, (owner, index)));
        vm.assertEq(problem, expected);
    }

    /// @custom:property T7
    function test_zeroAddressHasNoBalance() public view {
        assert(
            _problemOf(abi.encodeCall(collection.balanceOf, (address(0)))) ==
                IFringeDrifters.BalanceQueryForZeroAddress.selector
        );
    }

    /// @custom:property T26
    function testFuzz_tellsItsUri(string calldata baseURI, uint64 id) public {
        id %= type(uint64).max - 1;
        collection.setBaseURI(baseURI);
        collection.adjustPhases("Dust", id, id + 1);
        _giftTo("Dust", HOLDER, 1);

        bytes memory expected = abi.encodePacked(baseURI, _decimal(id), ".json");
        vm.assertEq(bytes(collection.tokenURI(id)), expected);
    }

    /// @custom:property T27
    function testFuzz_namesItsInterfaces(bytes4 interfaceId, uint8 known) public view {
        bytes4[5] memory supported = [
            bytes4(0x01ffc9a7),
            bytes4(0x80ac58cd),
            bytes4(0x5b5e139f),
            bytes4(0x780e9d63),
            bytes4(0x49064906)
        ];
        if (known < 128) interfaceId = supported[known % 5];
        bool expected = false;
        for (uint256 i = 0; i < 5; ++i) expected = expected || interfaceId == supported[i];
        vm.assertEq(collection.supportsInterface(interfaceId), expected);
    }

    function _assertExists(uint256 id, bool expected) private view {
        (bool success, bytes memory owner) = address(collection).staticcall(
            abi.encodeCall(collection.ownerOf, (id))
        );
        vm.assertEq(success, expected);
        if (expected) {
            vm.assertEq(abi.decode(owner, (address)), HOLDER);
            vm.assertEq(collection.getApproved(id), address(0));
            return;
        }
        vm.assertEq(bytes4(owner), IFringeDrifters.OwnerQueryForNonexistentToken.selector);
        assert(
            _problemOf(abi.encodeCall(collection.getApproved, (id))) ==
                IFringeDrifters.ApprovalQueryForNonexistentToken.selector
        );
        assert(
            _problemOf(abi.encodeCall(collection.tokenURI, (id))) ==
                IFringeDrifters.DoesNotExist.selector
        );
    }

    function _assertListed(uint256 supply) private view {
        uint256 counted = 0;
        for (uint256 i = 0; i < 3; ++i) counted += _countOf(_phase(i));
        assert(collection.totalSupply() == supply && counted == supply);

        bool[] memory seen = new bool[](IDS);
        uint256[3] memory owned;
        for (uint256 i = 0; i < supply; ++i) {
            uint256 id = collection.tokenByIndex(i);
            assert(!seen[id]);
            seen[id] = true;
            ++owned[uint160(collection.ownerOf(id)) - 0xB00];
        }
        bool[] memory seenWithOwner = new bool[](IDS);
        for (uint256 person = 0; person < 3; ++person) {
            vm.assertEq(collection.balanceOf(_person(person)), owned[person]);
            for (uint256 i = 0; i < owned[person]; ++i) {
                uint256 id = collection.tokenOfOwnerByIndex(_person(person), i);
                assert(collection.ownerOf(id) == _person(person) && !seenWithOwner[id]);
                seenWithOwner[id] = true;
            }
        }
    }

    function _phase(uint256 number) private pure returns (string memory) {
        return string(abi.encodePacked("Phase ", bytes1(uint8(65 + number))));
    }

    function _person(uint256 number) private pure returns (address) {
        return address(uint160(0xB00 + number));
    }

    function _decimal(uint256 number) private pure returns (string memory digits) {
        do {
            digits = string(abi.encodePacked(bytes1(uint8(48 + (number % 10))), digits));
            number /= 10;
        } while (number != 0);
    }
}
