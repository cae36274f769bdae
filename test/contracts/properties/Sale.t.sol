// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {Authorization, digestOf, signWith} from "./authorization.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {ReentrantReceiver} from "./receivers.sol";
import {vm} from "./Vm.sol";

/// @dev FringeMint with any authorisation, quantity and state of the sale.
contract SaleTest is CollectionTest {
    address private constant MINTER = HOLDER;
    string private constant PHASE = "Dust";
    ReentrantReceiver private receiver;

    function setUp() public override {
        super.setUp();
        _openSale(PHASE, 0);
        receiver = new ReentrantReceiver(collection);
    }

    /// @custom:property S10, S11
    function testFuzz_acceptsWhatEip712Says(
        string calldata phase,
        string calldata transactionID,
        uint256 seed
    ) public {
        uint256 qty = 1 + (seed % 4);
        collection.adjustPhases(phase, 200, 204);
        collection.changePhase(phase);
        assert(!collection.usedTransactions(transactionID));

        vm.assertEq(_problemOf(MINTER, _mintCall(MINTER, phase, transactionID, qty)), bytes4(0));

        vm.assertEq(collection.balanceOf(MINTER), qty);
        assert(collection.usedTransactions(transactionID));
    }

    /// @custom:property S10
    function testFuzz_refusesAnyOtherSignature(bytes memory signature, uint256 seed) public {
        bytes32 digest = _digestOf(MINTER, PHASE, "sale", 1);
        bytes memory right = signWith(SIGNER_KEY, digest);
        // A third of the runs: the valid signature with one bit flipped or truncated.
        if (seed % 6 == 0) signature = _turnBit(right, seed >> 8);
        if (seed % 6 == 1) signature = _cut(right, (seed >> 8) % 65);
        vm.assume(keccak256(signature) != keccak256(right));
        _assertForged(digest, signature, "sale", 1);
    }

    /// @custom:property S10
    function testFuzz_refusesAnyOtherKey(uint256 key) public {
        key = 1 + (key % (2 ** 128));
        vm.assume(key != SIGNER_KEY);
        bytes32 digest = _digestOf(MINTER, PHASE, "sale", 1);
        _assertForged(digest, signWith(key, digest), "sale", 1);
    }

    /// @dev The used terms differ from the signed ones in one field or in all.
    /// @custom:property S10
    function testFuzz_refusesAnyOtherTerms(
        address minter,
        string memory phase,
        string memory transactionID,
        uint256 qty,
        uint256 seed
    ) public {
        if (seed & 1 == 0) minter = MINTER;
        if (seed & 2 == 0) phase = PHASE;
        if (seed & 4 == 0) transactionID = "sale";
        if (seed & 8 == 0) qty = 1;
        bytes32 right = _digestOf(MINTER, PHASE, "sale", 1);
        bytes32 digest = _digestOf(minter, phase, transactionID, qty);
        vm.assume(digest != right);
        bytes memory signature = signWith(SIGNER_KEY, digest);
        _assertForged(seed & 16 == 0 ? digest : right, signature, "sale", 1);
    }

    /// @dev Another collection, or a fork of the chain, rejects authorisations for this one.
    /// @custom:property S10
    function testFuzz_refusesAnyOtherDomain(uint64 chainId, address elsewhere, bool moves) public {
        vm.assume(chainId != 0 && chainId != block.chainid && elsewhere != address(collection));
        bytes32 digest = digestOf(
            Authorization(moves ? address(collection) : elsewhere, MINTER, PHASE, "sale", 1)
        );
        bytes memory signature = signWith(SIGNER_KEY, digest);
        if (moves) vm.chainId(chainId);
        _assertForged(digest, signature, "sale", 1);
    }

    /// @dev An id is rejected the second time for any minter, phase and quantity.
    /// @custom:property S11, T28
    function testFuzz_usesAnIdOnce(string memory transactionID, uint256 seed) public {
        vm.assertEq(_problemOf(MINTER, _mintCall(MINTER, PHASE, transactionID, 1)), bytes4(0));
        string memory phase = PHASE;
        if (seed & 1 == 0) {
            phase = "Next";
            collection.adjustPhases(phase, 300, 400);
            collection.changePhase(phase);
        }
        address minter = seed & 2 == 0 ? MINTER : OTHER;
        bytes4 problem = _problemOf(
            minter,
            _mintCall(minter, phase, transactionID, 1 + ((seed >> 2) % 3))
        );
        vm.assertEq(problem, IFringeDrifters.AuthenticationFailed.selector);
        vm.assertEq(collection.totalSupply(), 1);
    }

    /// @dev Any combination of broken mint rules: the error is that of the first one.
    /// @custom:property S8, S9, S11, S13, S16, S17, T28
    function testFuzz_namesTheFirstProblem(uint8 wrongs, uint256 seed) public {
        bool off = wrongs & 1 != 0;
        bool forged = wrongs & 2 != 0;
        bool short = wrongs & 4 != 0;
        uint256 price = short ? 1 + (seed % 1 ether) : 0;
        uint256 maxBatch = 1 + _random(seed, 1, 120);
        uint256 qty = _random(seed, 2, wrongs & 8 != 0 ? 130 : maxBatch + 2);
        uint64 left = uint64(_random(seed, 3, 8));
        if (off) collection.toggleMint();
        collection.adjustMaxBatch(maxBatch);
        collection.adjustPrice(price);
        collection.adjustPhases(PHASE, 1, 1 + left);
        bytes memory data = _mintCall(forged ? OTHER : MINTER, PHASE, "sale", qty);
        uint256 value = short && qty != 0 ? price * qty - 1 : 0;
        vm.deal(MINTER, value);

        bytes4 problem = _problemOf(MINTER, value, data);

        bytes4 expected = 0;
        if (qty > left) expected = IFringeDrifters.PastSupply.selector;
        if (qty > 100) expected = IFringeDrifters.ExceedsAllowedBatch.selector;
        if (short) expected = IFringeDrifters.NotEnoughEth.selector;
        if (forged) expected = IFringeDrifters.AuthenticationFailed.selector;
        if (qty > maxBatch) expected = IFringeDrifters.PastBoundsOfBatchLimit.selector;
        if (qty == 0) expected = IFringeDrifters.MintZeroQuantity.selector;
        if (off) expected = IFringeDrifters.NotMinting.selector;
        vm.assertEq(problem, expected);
        bool minted = expected == 0;
        vm.assertEq(collection.usedTransactions("sale"), minted);
        assert(collection.totalSupply() == (minted ? qty : 0) && _countOf(PHASE) == (minted ? qty : 0));
        assert(MINTER.balance == value && collection.totalBalance() == 0);
    }

    /// @dev A minting contract's callbacks run after it owns all tokens. From within them, the same
    /// authorisation is rejected, and another one mints the ids that follow.
    /// @custom:property T23, S11, S4, S19
    function testFuzz_isWholeBeforeItCallsBack(uint256 seed) public {
        uint256 qty = 1 + (seed % 4);
        bool again = seed & 16 == 0;
        bytes memory data = _mintCall(address(receiver), PHASE, "sale", qty);
        receiver.prepare(again ? data : _mintCall(address(receiver), PHASE, "another", 2));

        receiver.execute(data);

        assert(receiver.surprises() == 0 && receiver.supplyAtFirst() == qty && receiver.called());
        vm.assertEq(receiver.succeeded(), !again);
        vm.assertEq(receiver.problem(), again ? IFringeDrifters.AuthenticationFailed.selector : bytes4(0));
        uint256 total = again ? qty : qty + 2;
        assert(collection.totalSupply() == total && _countOf(PHASE) == total);
        for (uint256 id = 1; id <= total; ++id) vm.assertEq(collection.ownerOf(id), address(receiver));
        vm.assertEq(collection.balanceOf(address(receiver)), total);
    }

    function _assertForged(
        bytes32 hash,
        bytes memory signature,
        string memory transactionID,
        uint256 qty
    ) private {
        bytes4 problem = _problemOf(
            MINTER,
            abi.encodeCall(collection.FringeMint, (hash, signature, transactionID, qty))
        );
        vm.assertEq(problem, IFringeDrifters.AuthenticationFailed.selector);
        assert(collection.totalSupply() == 0 && !collection.usedTransactions(transactionID));
    }

    function _digestOf(
        address minter,
        string memory phase,
        string memory transactionID,
        uint256 qty
    ) private view returns (bytes32) {
        return digestOf(Authorization(address(collection), minter, phase, transactionID, qty));
    }

    function _turnBit(bytes memory data, uint256 seed) private pure returns (bytes memory turned) {
        turned = bytes.concat(data);
        uint256 position = seed % data.length;
        turned[position] = bytes1(uint8(turned[position]) ^ uint8(1 << ((seed >> 16) % 8)));
    }

    function _cut(bytes memory data, uint256 length) private pure returns (bytes memory shorter) {
        shorter = new bytes(length);
        for (uint256 i = 0; i < length; ++i) shorter[i] = data[i];
    }
}
