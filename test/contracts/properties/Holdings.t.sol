// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../../contracts/FringeDrifters.sol";
import {HoldingsHandler} from "./campaign/HoldingsHandler.sol";
import {vm} from "./Vm.sol";

/// @dev It is in this file because the test runner recognises only the contracts of test files.
contract Holdings is HoldingsHandler {}

/// @dev Every owner's list after long random sequences of mints, gifts, transfers and round trips.
contract HoldingsTest {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    Holdings private handler;
    FringeDrifters private collection;

    /// @dev Tokens seen in the lists.
    mapping(uint256 tokenId => bool) private listed;

    function setUp() public {
        handler = new Holdings();
        collection = handler.collection();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[] memory selectors = new bytes4[](7);
        selectors[0] = HoldingsHandler.mint.selector;
        selectors[1] = HoldingsHandler.gift.selector;
        selectors[2] = HoldingsHandler.changePhase.selector;
        selectors[3] = HoldingsHandler.transfer.selector;
        selectors[4] = HoldingsHandler.transferSeveral.selector;
        selectors[5] = HoldingsHandler.roundTrip.selector;
        selectors[6] = HoldingsHandler.approve.selector;
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    /// @custom:property T1, T6, T10, T12, T17
    function invariant_listsHoldings() external view {
        uint256 supply = handler.supply();
        vm.assertEq(collection.totalSupply(), supply);
        if (supply == 0) return;
        (address from, address to, uint256 tokenId) = handler.latest();
        vm.assertEq(collection.ownerOf(tokenId), to);
        vm.assertEq(collection.getApproved(tokenId), handler.approved(tokenId));
        uint256 balance = handler.balanceOf(to);
        vm.assertEq(collection.balanceOf(to), balance);
        vm.assertEq(handler.ownerOf(collection.tokenOfOwnerByIndex(to, 0)), to);
        vm.assertEq(handler.ownerOf(collection.tokenOfOwnerByIndex(to, balance - 1)), to);
        balance = handler.balanceOf(from);
        vm.assertEq(collection.balanceOf(from), balance);
        if (balance == 0) return;
        vm.assertEq(handler.ownerOf(collection.tokenOfOwnerByIndex(from, balance - 1)), from);
    }

    /// @dev Checks every list, and every id near the phases, at the end of a sequence.
    /// @custom:property T1, T2, T3, T4, T5, T6, T10, T11
    function afterInvariant() external {
        uint256 balances = 0;
        for (uint256 i = 0; i < handler.ACCOUNTS(); ++i) {
            address owner = handler.account(i);
            uint256 balance = collection.balanceOf(owner);
            vm.assertEq(balance, handler.balanceOf(owner));
            for (uint256 j = 0; j < balance; ++j) {
                uint256 tokenId = collection.tokenOfOwnerByIndex(owner, j);
                assert(handler.ownerOf(tokenId) == owner && !listed[tokenId]);
                listed[tokenId] = true;
            }
            balances += balance;
            _assertReverts(abi.encodeCall(collection.tokenOfOwnerByIndex, (owner, balance)));
        }
        vm.assertEq(balances, handler.supply());
        for (uint256 i = 0; i < handler.PHASES(); ++i) _assertOwners(i);
    }

    /// @dev Requires the expected owner of each id of a phase, and none of the ids around them.
    function _assertOwners(uint256 phase) private view {
        uint256 start = handler.startOf(phase);
        uint256 count = handler.counts(phase);
        vm.assertEq(collection.getSupplyForPhase(handler.phaseName(phase)), count);
        uint256 end = start + count;
        for (uint256 id = start < 40 ? 0 : start - 40; id < end + 40; ++id) {
            if (id >= start && id < end) assert(collection.ownerOf(id) == handler.ownerOf(id) && listed[id]);
            else _assertReverts(abi.encodeCall(collection.ownerOf, (id)));
        }
    }

    function _assertReverts(bytes memory data) private view {
        (bool success, ) = address(collection).staticcall(data);
        assert(!success);
    }
}
