// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Approvals of tokens and operators. The holder owns the ids 1 to 3, another account owns 4.
contract ApprovalsTest is CollectionTest {
    function setUp() public override {
        super.setUp();
        collection.adjustPhases("Dust", 1, 10);
        _giftTo("Dust", HOLDER, 3);
        _giftTo("Dust", OTHER, 1);
    }

    /// @custom:property T19, T25
    function testFuzz_approvesOneAddressForOneToken(address first, address to, uint256 seed) public {
        vm.assume(to != HOLDER && first != HOLDER);
        uint256 tokenId = 1 + (seed % 3);
        vm.prank(HOLDER);
        collection.approve(first, tokenId);
        bool byOperator = seed % 2 == 0;
        if (byOperator) _problemOf(HOLDER, _operatorCall(OPERATOR, true));

        vm.recordLogs();
        vm.prank(byOperator ? OPERATOR : HOLDER);
        collection.approve(to, tokenId);

        for (uint256 id = 1; id <= 4; ++id) {
            vm.assertEq(collection.getApproved(id), id == tokenId ? to : address(0));
        }
        vm.assertEq(collection.ownerOf(tokenId), HOLDER);
        vm.assertEq(vm.getRecordedLogs().length, 1);
    }

    /// @custom:property T20, T28
    function testFuzz_othersApproveNothing(address caller, address to, uint256 id, bool near) public {
        if (near) id = 1 + (id % 4);
        bool exists = id >= 1 && id <= 4;
        address owner = id == 4 ? OTHER : HOLDER;
        vm.assume(caller != owner);
        // The approved address may move the token, but not approve another address.
        if (exists) {
            vm.prank(owner);
            collection.approve(caller, id);
        }

        bytes4 problem = _problemOf(caller, abi.encodeCall(IERC721.approve, (to, id)));

        bytes4 expected = IFringeDrifters.ApprovalCallerNotOwnerNorApproved.selector;
        if (to == owner) expected = IFringeDrifters.ApprovalToCurrentOwner.selector;
        if (!exists) expected = IFringeDrifters.OwnerQueryForNonexistentToken.selector;
        vm.assertEq(problem, expected);
        if (exists) vm.assertEq(collection.getApproved(id), caller);
    }

    /// @custom:property T20
    function testFuzz_ownersNeedNoApproval(uint256 seed) public {
        uint256 id = 1 + (seed % 4);
        address owner = collection.ownerOf(id);
        _problemOf(owner, _operatorCall(OPERATOR, true));
        assert(
            _problemOf(
                seed % 8 < 4 ? owner : OPERATOR,
                abi.encodeCall(IERC721.approve, (owner, id))
            ) == IFringeDrifters.ApprovalToCurrentOwner.selector
        );
    }

    /// @custom:property T21
    function testFuzz_operatorsActForOneOwner(
        address owner,
        address operator,
        address bystander,
        bool approved
    ) public {
        vm.assume(owner != operator && bystander != operator && bystander != owner);
        assert(!collection.isApprovedForAll(owner, operator));
        _problemOf(owner, _operatorCall(operator, !approved));

        vm.assertEq(_problemOf(owner, _operatorCall(operator, approved)), bytes4(0));

        vm.assertEq(collection.isApprovedForAll(owner, operator), approved);
        assert(!collection.isApprovedForAll(operator, owner));
        assert(!collection.isApprovedForAll(owner, bystander));
        assert(!collection.isApprovedForAll(bystander, operator));
        assert(
            _problemOf(owner, _operatorCall(owner, approved)) ==
                IFringeDrifters.ApproveToCaller.selector
        );
    }

    /// @dev An operator may move tokens that the owner receives later; a previous owner's operator may not.
    /// @custom:property T13, T21
    function testFuzz_operatorsFollowTheOwner(address operator, uint256 seed) public {
        // The zero address never calls; it means "no approval".
        vm.assume(operator != HOLDER && operator != OTHER && operator != address(0));
        uint256 id = 1 + (seed % 3);
        _problemOf(HOLDER, _operatorCall(operator, true));
        vm.prank(operator);
        collection.transferFrom(HOLDER, OTHER, id);
        assert(
            _problemOf(operator, abi.encodeCall(IERC721.transferFrom, (OTHER, HOLDER, id))) ==
                IFringeDrifters.TransferCallerNotOwnerNorApproved.selector
        );
        vm.prank(OTHER);
        collection.transferFrom(OTHER, HOLDER, 4);
        vm.prank(operator);
        collection.transferFrom(HOLDER, OTHER, 4);
        assert(collection.isApprovedForAll(HOLDER, operator));
    }

    function _operatorCall(address operator, bool approved) private pure returns (bytes memory) {
        return abi.encodeCall(IERC721.setApprovalForAll, (operator, approved));
    }
}
