// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {EchoReceiver} from "./receivers.sol";
import {vm} from "./Vm.sol";

/// @dev Settings and gifts, which only the collection's owner may call.
contract AdministrationTest is CollectionTest {
    function setUp() public override {
        super.setUp();
        collection.adjustPhases("Gifts", 900, 901);
        collection.adjustPhases("Dust", 1, 41);
        _giftTo("Gifts", HOLDER, 1);
        collection.changePhase("Dust");
    }

    /// @custom:property S12, T28
    function testFuzz_obeysItsOwnerAlone(address owner, address caller, uint256 seed) public {
        vm.assume(owner != caller && owner != address(0));
        bytes32 before = _settings();
        collection.transferOwnership(owner);
        vm.assertEq(collection.owner(), owner);

        vm.prank(caller);
        (bool success, bytes memory reason) = address(collection).call(_administration(seed));

        assert(!success && _settings() == before && collection.owner() == owner);
        bytes memory expected = abi.encodeWithSelector(
            Ownable.OwnableUnauthorizedAccount.selector,
            caller
        );
        vm.assertEq(reason, expected);
        vm.assertEq(_problemOf(owner, _administration(seed)), bytes4(0));
    }

    /// @dev Any values, including the largest: each is stored exactly and changes no other.
    /// @custom:property S23
    function testFuzz_remembersWhatIsSet(
        uint256 price,
        uint256 maxBatch,
        address signer,
        address withdrawer,
        string calldata phase,
        uint256 order
    ) public {
        // Sets all values in both orders, so that a setting that overwrites another one is detected.
        for (uint256 i = 0; i < 10; ++i) {
            uint256 which = order % 2 == 0 ? i % 5 : 4 - (i % 5);
            if (which == 0) collection.adjustPrice(i < 5 ? ~price : price);
            if (which == 1) collection.adjustMaxBatch(i < 5 ? ~maxBatch : maxBatch);
            if (which == 2) collection.adjustSigner(i < 5 ? address(~uint160(signer)) : signer);
            if (which == 3) collection.changeWithdrawer(withdrawer);
            if (which == 4) collection.changePhase(phase);
        }
        collection.toggleMint();
        vm.assertEq(collection.FD_PRICE(), price);
        vm.assertEq(collection.MAXBATCH(), maxBatch);
        vm.assertEq(collection.signerAddress(), signer);
        vm.assertEq(collection.withdrawAddress(), withdrawer);
        vm.assertEq(collection.CURRENTPHASE(), phase);
        assert(collection.isMinting());
        vm.assertEq(collection.totalSupply(), 1);
    }

    /// @dev Gifts need no open sale, and mint to all receivers or to none.
    /// @custom:property S18, T22, T28
    function testFuzz_givesToEachOrToNone(uint256 seed) public {
        uint256 count = seed % 5;
        address[] memory receivers = new address[](count);
        for (uint256 i = 0; i < count; ++i) receivers[i] = address(uint160(0xC00 + i));
        uint256 spoiler = (seed >> 8) % 4;
        uint256 place = count == 0 ? 0 : (seed >> 16) % count;
        bytes4 expected = 0;
        if (count == 0) {
            expected = IFringeDrifters.MintZeroQuantity.selector;
        } else if (spoiler == 0) {
            receivers[place] = address(0);
            expected = IFringeDrifters.MintToZeroAddress.selector;
        } else if (spoiler == 1) {
            receivers[place] = address(new EchoReceiver("", false));
            expected = IFringeDrifters.TransferToNonERC721ReceiverImplementer.selector;
        }

        bytes4 problem = _problemOf(
            address(this),
            abi.encodeCall(collection.gift, ("Dust", receivers))
        );

        vm.assertEq(problem, expected);
        bool given = expected == 0;
        vm.assertEq(collection.totalSupply(), 1 + (given ? count : 0));
        vm.assertEq(_countOf("Dust"), given ? count : 0);
        for (uint256 i = 0; given && i < count; ++i) {
            vm.assertEq(collection.ownerOf(1 + i), receivers[i]);
        }
    }

    /// @dev Returns one of the calls that only the owner may make.
    function _administration(uint256 seed) private view returns (bytes memory) {
        uint256 which = seed % 12;
        if (which == 0) return abi.encodeCall(collection.toggleMint, ());
        if (which == 1) return abi.encodeCall(collection.changePhase, ("Other"));
        if (which == 2) return abi.encodeCall(collection.adjustPhases, ("Other", 500, 600));
        if (which == 3) return abi.encodeCall(collection.adjustPrice, (seed));
        if (which == 4) return abi.encodeCall(collection.adjustMaxBatch, (seed));
        if (which == 5) return abi.encodeCall(collection.adjustSigner, (HOLDER));
        if (which == 6) return abi.encodeCall(collection.changeWithdrawer, (HOLDER));
        if (which == 7) return abi.encodeCall(collection.setBaseURI, ("https://elsewhere.example/"));
        if (which == 8) return abi.encodeCall(collection.adjustPhases, ("Dust", 1, 51));
        if (which == 9) return abi.encodeCall(collection.transferOwnership, (HOLDER));
        if (which == 10) return abi.encodeCall(collection.renounceOwnership, ());
        address[] memory receivers = new address[](1);
        receivers[0] = HOLDER;
        return abi.encodeCall(collection.gift, ("Dust", receivers));
    }

    function _settings() private view returns (bytes32 settings) {
        (uint64 start, uint64 end, uint64 count) = collection.AllPhases("Dust");
        settings = keccak256(abi.encode(start, end, count, collection.isMinting()));
        settings = keccak256(abi.encode(settings, collection.FD_PRICE(), collection.MAXBATCH()));
        settings = keccak256(
            abi.encode(settings, collection.signerAddress(), collection.withdrawAddress())
        );
        (start, end, count) = collection.AllPhases("Other");
        settings = keccak256(abi.encode(settings, start, end, count, collection.CURRENTPHASE()));
        settings = keccak256(
            abi.encode(settings, collection.totalSupply(), collection.tokenURI(900))
        );
    }
}
