// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {EchoReceiver} from "./receivers.sol";
import {Vm, vm} from "./Vm.sol";
import {transferCall} from "./transferCall.sol";

/// @dev Transfers, their callers, receivers and effects. The holder owns the ids 1 to 4, another account 5 and 6.
contract TransfersTest is CollectionTest {
    uint256 private constant TOKENS = 6;

    function setUp() public override {
        super.setUp();
        collection.adjustPhases("Dust", 1, 1 + uint64(TOKENS));
        _giftTo("Dust", HOLDER, 4);
        _giftTo("Dust", OTHER, 2);
    }

    /// @custom:property T12, T14, T17, T25
    function testFuzz_movesThatTokenAlone(address to, uint256 seed) public {
        vm.assume(to != address(0) && to.code.length == 0);
        if (seed % 5 == 0) to = OTHER;
        uint256 tokenId = 1 + (_random(seed, 0, 4));
        address caller = _entitled(seed, tokenId);
        address[] memory owners = _owners();

        vm.recordLogs();
        vm.assertEq(_problemOf(caller, transferCall(seed, HOLDER, to, tokenId)), bytes4(0));

        _assertAnnounced(vm.getRecordedLogs(), HOLDER, to, tokenId);
        owners[tokenId - 1] = to;
        vm.assertEq(keccak256(abi.encode(owners)), keccak256(abi.encode(_owners())));
        vm.assertEq(collection.getApproved(tokenId), address(0));
        _assertBalance(HOLDER, owners);
        _assertBalance(OTHER, owners);
        _assertBalance(to, owners);
    }

    /// @custom:property T13, T28
    function testFuzz_strangersMoveNothing(address caller, address to, uint256 seed) public {
        // The zero address never calls; it means "no approval".
        vm.assume(caller != HOLDER && caller != OPERATOR && caller != address(0));
        uint256 tokenId = 1 + _random(seed, 0, 4);
        // Insufficient rights: another token's approval, another owner's operator, a revoked right.
        vm.prank(HOLDER);
        collection.approve(caller, 1 + (tokenId % 4));
        if (caller != OTHER) _problemOf(OTHER, _operatorCall(caller, true));
        _problemOf(HOLDER, _operatorCall(OPERATOR, true));
        if (seed % 2 == 0) {
            _problemOf(HOLDER, _operatorCall(caller, true));
            _problemOf(HOLDER, _operatorCall(caller, false));
        }
        bytes32 before = _state();

        bytes4 problem = _problemOf(caller, transferCall(seed, HOLDER, to, tokenId));

        vm.assertEq(problem, IFringeDrifters.TransferCallerNotOwnerNorApproved.selector);
        vm.assertEq(_state(), before);
    }

    /// @custom:property T15, T28
    function testFuzz_leavesOnlyItsOwner(address from, address to, uint256 id, uint256 seed) public {
        vm.assume(from != HOLDER);
        if (seed % 2 == 0) id = 1 + (id % 4);
        bool exists = id >= 1 && id <= TOKENS;
        vm.assume(!exists || collection.ownerOf(id) != from);
        bytes32 before = _state();

        bytes4 problem = _problemOf(HOLDER, transferCall(seed, from, to, id));

        if (exists) vm.assertEq(problem, IFringeDrifters.TransferFromIncorrectOwner.selector);
        else vm.assertEq(problem, IFringeDrifters.OwnerQueryForNonexistentToken.selector);
        vm.assertEq(_state(), before);
    }

    /// @custom:property T16, T28
    function testFuzz_neverArrivesNowhere(uint256 seed) public {
        uint256 tokenId = 1 + _random(seed, 0, 4);
        address caller = _entitled(seed, tokenId);
        bytes32 before = _state();
        assert(
            _problemOf(caller, transferCall(seed, HOLDER, address(0), tokenId)) ==
                IFringeDrifters.TransferToZeroAddress.selector
        );
        vm.assertEq(_state(), before);
    }

    /// @custom:property T18, T17
    function testFuzz_toItselfChangesOnlyTheApproval(uint256 seed) public {
        uint256 tokenId = 1 + _random(seed, 0, 4);
        address caller = _entitled(seed, tokenId);
        vm.prank(HOLDER);
        collection.approve(OPERATOR, tokenId);
        if (caller != HOLDER) caller = OPERATOR;
        bytes32 owners = keccak256(abi.encode(_owners()));

        vm.assertEq(_problemOf(caller, transferCall(seed, HOLDER, HOLDER, tokenId)), bytes4(0));

        vm.assertEq(keccak256(abi.encode(_owners())), owners);
        vm.assertEq(collection.balanceOf(HOLDER), 4);
        vm.assertEq(collection.getApproved(tokenId), address(0));
        uint256 sum = 0;
        for (uint256 i = 0; i < 4; ++i) sum += 10 ** collection.tokenOfOwnerByIndex(HOLDER, i);
        vm.assertEq(sum, 11110);
    }

    /// @dev A round trip does not restore an old approval.
    /// @custom:property T17
    function testFuzz_forgetsApprovalsForGood(address approved, address by, uint256 seed) public {
        vm.assume(approved != HOLDER && approved != address(0));
        vm.assume(by != HOLDER && by != address(0) && by.code.length == 0);
        uint256 tokenId = 1 + _random(seed, 0, 4);
        vm.prank(HOLDER);
        collection.approve(approved, tokenId);
        _problemOf(HOLDER, transferCall(seed, HOLDER, by, tokenId));
        _problemOf(by, transferCall(seed >> 8, by, HOLDER, tokenId));

        vm.assertEq(collection.ownerOf(tokenId), HOLDER);
        vm.assertEq(collection.getApproved(tokenId), address(0));
        assert(
            _problemOf(approved, transferCall(seed, HOLDER, by, tokenId)) ==
                IFringeDrifters.TransferCallerNotOwnerNorApproved.selector
        );
    }

    /// @custom:property T22, T28
    function testFuzz_asksReceivers(bytes memory answer, bool reverts, uint256 seed) public {
        bytes4 yes = IERC721Receiver.onERC721Received.selector;
        if (seed % 3 == 0) answer = abi.encode(yes);
        // A truncated encoding is no answer; bytes after the encoding are ignored.
        if (seed % 3 == 0 && seed % 4 == 0) answer = _prefix(answer, (seed >> 8) % 32);
        if (seed % 3 == 0 && seed % 4 == 1) answer = bytes.concat(answer, abi.encode(seed));
        EchoReceiver receiver = new EchoReceiver(answer, reverts);
        bytes32 before = _state();
        bool accepts = !reverts && answer.length >= 32 && bytes32(answer) == bytes32(yes);

        vm.prank(HOLDER);
        (bool success, bytes memory reason) = address(collection).call(
            seed % 2 == 0
                ? transferCall(1, HOLDER, address(receiver), 2)
                : transferCall(2, HOLDER, address(receiver), 2)
        );

        vm.assertEq(success, accepts);
        if (accepts) vm.assertEq(collection.ownerOf(2), address(receiver));
        else _assertReason(reason, reverts ? answer : bytes(""));
        if (!accepts) vm.assertEq(_state(), before);
    }

    /// @custom:property T24
    function testFuzz_plainTransfersAskNobody(bytes memory answer, bool reverts) public {
        EchoReceiver receiver = new EchoReceiver(answer, reverts);
        vm.prank(HOLDER);
        collection.transferFrom(HOLDER, address(receiver), 3);
        vm.assertEq(collection.ownerOf(3), address(receiver));
    }

    /// @dev Returns a permitted caller: the owner, an operator, or the token's approved address.
    function _entitled(uint256 seed, uint256 tokenId) private returns (address caller) {
        uint256 way = _random(seed, 1, 3);
        if (way == 0) return HOLDER;
        vm.prank(HOLDER);
        if (way == 1) collection.setApprovalForAll(OPERATOR, true);
        else collection.approve(OPERATOR, tokenId);
        return OPERATOR;
    }

    function _prefix(bytes memory data, uint256 length) private pure returns (bytes memory prefix) {
        prefix = new bytes(length);
        for (uint256 i = 0; i < length; ++i) prefix[i] = data[i];
    }

    function _operatorCall(address operator, bool approved) private pure returns (bytes memory) {
        return abi.encodeCall(IERC721.setApprovalForAll, (operator, approved));
    }

    function _owners() private view returns (address[] memory owners) {
        owners = new address[](TOKENS);
        for (uint256 i = 0; i < TOKENS; ++i) owners[i] = collection.ownerOf(i + 1);
    }

    function _state() private view returns (bytes32 state) {
        state = keccak256(abi.encode(_owners(), collection.totalSupply()));
        state = keccak256(
            abi.encode(state, collection.balanceOf(HOLDER), collection.balanceOf(OTHER))
        );
        for (uint256 id = 1; id <= TOKENS; ++id) {
            state = keccak256(abi.encode(state, collection.getApproved(id)));
        }
    }

    function _assertBalance(address person, address[] memory owners) private view {
        uint256 expected = 0;
        for (uint256 i = 0; i < owners.length; ++i) if (owners[i] == person) ++expected;
        vm.assertEq(collection.balanceOf(person), expected);
    }

    function _assertAnnounced(
        Vm.Log[] memory logs,
        address from,
        address to,
        uint256 tokenId
    ) private view {
        assert(logs.length == 1 && logs[0].emitter == address(collection));
        assert(logs[0].topics.length == 4 && logs[0].topics[0] == IERC721.Transfer.selector);
        vm.assertEq(logs[0].topics[1], bytes32(uint256(uint160(from))));
        vm.assertEq(logs[0].topics[2], bytes32(uint256(uint160(to))));
        vm.assertEq(logs[0].topics[3], bytes32(tokenId));
    }

    /// @dev Returns the receiver's revert reason, or the collection's error if the receiver returned none.
    function _assertReason(bytes memory reason, bytes memory own) private pure {
        bytes memory ours = abi.encodePacked(
            IFringeDrifters.TransferToNonERC721ReceiverImplementer.selector
        );
        vm.assertEq(reason, own.length == 0 ? ours : own);
    }
}
