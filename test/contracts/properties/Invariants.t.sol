// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../../contracts/FringeDrifters.sol";
import {AdminHandler} from "./campaign/AdminHandler.sol";
import {SaleHandler} from "./campaign/SaleHandler.sol";
import {TokenHandler} from "./campaign/TokenHandler.sol";
import {vm} from "./Vm.sol";

/// @dev All handlers of one collection, with one ghost state. It is in this file because the test runner
/// recognises only the contracts of test files.
contract Handler is TokenHandler, SaleHandler, AdminHandler {
    /// @notice Returns the actions of a campaign.
    function actions() external pure returns (bytes4[] memory selectors) {
        selectors = new bytes4[](16);
        selectors[0] = TokenHandler.transfer.selector;
        selectors[1] = TokenHandler.transferOnwards.selector;
        selectors[2] = TokenHandler.steal.selector;
        selectors[3] = TokenHandler.misdirect.selector;
        selectors[4] = TokenHandler.approve.selector;
        selectors[5] = TokenHandler.setApprovalForAll.selector;
        selectors[6] = SaleHandler.mint.selector;
        selectors[7] = SaleHandler.mintTwice.selector;
        selectors[8] = SaleHandler.forge.selector;
        selectors[9] = AdminHandler.adjustPhases.selector;
        selectors[10] = AdminHandler.changePhase.selector;
        selectors[11] = AdminHandler.gift.selector;
        selectors[12] = AdminHandler.toggleMint.selector;
        selectors[13] = AdminHandler.configure.selector;
        selectors[14] = AdminHandler.intrude.selector;
        selectors[15] = AdminHandler.withdraw.selector;
    }
}

/// @dev Invariants of long random sequences. Each invariant is a separate campaign: cheap checks run after
/// every action, the others after the last one.
contract InvariantsTest {
    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    Handler private handler;
    FringeDrifters private collection;

    function setUp() public {
        handler = new Handler();
        collection = handler.collection();
        // The sequence starts with an open sale.
        for (uint256 i = 0; i < 4; ++i) handler.openPhase(i);
        handler.toggleMint(0);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), handler.actions());
    }

    /// @custom:property T1, T3, T5, T6, T12, T13, T14, T15, T16, T17, T19, T20, T21, T23, T28
    function invariant_tokenOwnersMatchGhostState() external view {
        _assertNoViolation();
        uint256 supply = handler.supply();
        uint256 balances = 0;
        for (uint256 i = 0; i < handler.ACTORS(); ++i) {
            address actor = handler.actor(i);
            uint256 balance = collection.balanceOf(actor);
            vm.assertEq(balance, handler.balanceOf(actor));
            balances += balance;
        }
        assert(collection.totalSupply() == supply && balances == supply);
        if (supply == 0) return;
        uint256 tokenId = handler.touched();
        vm.assertEq(collection.ownerOf(tokenId), handler.ownerOf(tokenId));
        vm.assertEq(collection.getApproved(tokenId), handler.approved(tokenId));
        vm.assertEq(handler.receiver().surprises(), 0);
    }

    /// @custom:property S1, S2, S3, S4, S6, S7, S8, S9, S10, S11, S12, S13, S14, S15, S16, S18, S19, S20
    function invariant_theSaleKeepsItsBooks() external view {
        _assertNoViolation();
        uint256 counted = 0;
        uint64[10] memory bounds;
        for (uint256 i = 0; i < 5; ++i) {
            (uint64 start, uint64 end, uint64 count) = collection.AllPhases(handler.phaseName(i));
            (uint64 ghostStart, uint64 ghostEnd, uint64 ghostCount) = handler.phases(i);
            assert(start == ghostStart && end == ghostEnd && count == ghostCount);
            assert(start + count <= end);
            for (uint256 j = 0; j < i; ++j) {
                assert(end <= bounds[2 * j] || bounds[2 * j + 1] <= start || start == end || bounds[2 * j] == bounds[2 * j + 1]);
            }
            (bounds[2 * i], bounds[2 * i + 1]) = (start, end);
            counted += count;
        }
        assert(counted == collection.totalSupply() && counted <= collection.MAX_SUPPLY());
        vm.assertEq(address(collection).balance, handler.earned() - handler.withdrawn());
        vm.assertEq(collection.totalBalance(), address(collection).balance);
    }

    /// @dev Checks everything at the end of a sequence.
    /// @custom:property T2, T4, T8, T9, T10, T11, T29, S5, S23
    function afterInvariant() external view {
        _assertTokens();
        _assertOwners();
        _assertSettings();
        uint256 used = handler.usedCount();
        for (uint256 i = 0; i < used; ++i) {
            assert(collection.usedTransactions(string(abi.encode(handler.used(i)))));
        }
        assert(!collection.usedTransactions(string(abi.encode(handler.authorizations() + 1))));
    }

    /// @dev Requires that the index lists each token of the ghost state once, and that no other id near them exists.
    function _assertTokens() private view {
        uint256 supply = handler.supply();
        bool[] memory seen = new bool[](512);
        for (uint256 i = 0; i < supply; ++i) {
            uint256 tokenId = collection.tokenByIndex(i);
            assert(!seen[tokenId] && handler.ownerOf(tokenId) != address(0));
            seen[tokenId] = true;
            vm.assertEq(collection.ownerOf(tokenId), handler.ownerOf(tokenId));
            vm.assertEq(collection.getApproved(tokenId), handler.approved(tokenId));
        }
        for (uint256 tokenId = 0; tokenId < 250; ++tokenId) {
            if (seen[tokenId]) continue;
            _assertReverts(abi.encodeCall(collection.ownerOf, (tokenId)));
        }
        _assertReverts(abi.encodeCall(collection.tokenByIndex, (supply)));
    }

    function _assertOwners() private view {
        bool[] memory seen = new bool[](512);
        for (uint256 i = 0; i < handler.ACTORS(); ++i) {
            address actor = handler.actor(i);
            uint256 balance = handler.balanceOf(actor);
            for (uint256 j = 0; j < balance; ++j) {
                uint256 tokenId = collection.tokenOfOwnerByIndex(actor, j);
                assert(handler.ownerOf(tokenId) == actor && !seen[tokenId]);
                seen[tokenId] = true;
            }
            _assertReverts(abi.encodeCall(collection.tokenOfOwnerByIndex, (actor, balance)));
            for (uint256 j = 0; j < handler.ACTORS(); ++j) {
                address other = handler.actor(j);
                vm.assertEq(collection.isApprovedForAll(actor, other), handler.isOperator(actor, other));
            }
        }
    }

    function _assertSettings() private view {
        vm.assertEq(collection.owner(), handler.owner());
        vm.assertEq(collection.withdrawAddress(), handler.withdrawer());
        vm.assertEq(collection.signerAddress(), vm.addr(handler.signerKey()));
        vm.assertEq(collection.FD_PRICE(), handler.price());
        vm.assertEq(collection.MAXBATCH(), handler.maxBatch());
        vm.assertEq(collection.isMinting(), handler.isMinting());
    }

    function _assertReverts(bytes memory data) private view {
        (bool success, ) = address(collection).staticcall(data);
        assert(!success);
    }

    function _assertNoViolation() private view {
        string memory violation = handler.violation();
        require(bytes(violation).length == 0, violation);
    }
}
