// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../contracts/FringeDrifters.sol";
import {IFringeDrifters} from "../../contracts/interfaces/IFringeDrifters.sol";
import {vm} from "./Vm.sol";

/// @dev FringeMint against every authorisation and every payment.
contract FringeMintTest {
    uint256 private constant SIGNER_KEY = 0xD21F7E2;
    address private constant MINTER = address(0xD21F7);

    FringeDrifters private collection;

    function setUp() public {
        collection = new FringeDrifters("", vm.addr(SIGNER_KEY));
        collection.toggleMint();
        collection.adjustMaxBatch(type(uint256).max);
    }

    /// @dev The digest, written out once more from EIP-712 and independently of the library.
    function testFuzz_acceptsWhatEip712Says(
        string calldata phase,
        string calldata transactionID,
        uint256 seed
    ) public {
        uint256 qty = 1 + (seed % 100);
        _open(phase, 0);
        bytes32 digest = _digest(MINTER, phase, transactionID, qty);

        vm.prank(MINTER);
        collection.FringeMint(digest, _sign(SIGNER_KEY, digest), transactionID, qty);

        assert(collection.balanceOf(MINTER) == qty);
        assert(collection.usedTransactions(transactionID));
    }

    function testFuzz_refusesAnyOtherSignature(bytes calldata signature) public {
        _open("Dust", 0);
        bytes32 digest = _digest(MINTER, "Dust", "sale", 1);
        vm.assume(keccak256(signature) != keccak256(_sign(SIGNER_KEY, digest)));

        vm.expectRevert(IFringeDrifters.AuthenticationFailed.selector);
        vm.prank(MINTER);
        collection.FringeMint(digest, signature, "sale", 1);
    }

    function testFuzz_refusesAnyOtherKey(uint256 key) public {
        key = 1 + (key % (2 ** 128));
        vm.assume(key != SIGNER_KEY);
        _open("Dust", 0);
        bytes32 digest = _digest(MINTER, "Dust", "sale", 1);
        bytes memory signature = _sign(key, digest);

        vm.expectRevert(IFringeDrifters.AuthenticationFailed.selector);
        vm.prank(MINTER);
        collection.FringeMint(digest, signature, "sale", 1);
    }

    function testFuzz_refusesAnyOtherTerms(
        address minter,
        string calldata phase,
        string calldata transactionID,
        uint256 qty
    ) public {
        _open("Dust", 0);
        bytes32 digest = _digest(minter, phase, transactionID, qty);
        vm.assume(digest != _digest(MINTER, "Dust", "sale", 1));
        bytes memory signature = _sign(SIGNER_KEY, digest);

        vm.expectRevert(IFringeDrifters.AuthenticationFailed.selector);
        vm.prank(MINTER);
        collection.FringeMint(digest, signature, "sale", 1);
    }

    /// @dev A fork of the chain has another id, and must not honour what was signed before it.
    function testFuzz_refusesWhatWasSignedOnAnotherChain(uint64 chainId) public {
        vm.assume(chainId != 0 && chainId != block.chainid);
        _open("Dust", 0);
        bytes32 digest = _digest(MINTER, "Dust", "sale", 1);
        bytes memory signature = _sign(SIGNER_KEY, digest);
        vm.chainId(chainId);

        vm.expectRevert(IFringeDrifters.AuthenticationFailed.selector);
        vm.prank(MINTER);
        collection.FringeMint(digest, signature, "sale", 1);
    }

    /// @dev Paid exactly when value >= price * quantity in unbounded numbers; the surplus comes back.
    function testFuzz_keepsThePriceAndReturnsTheRest(
        uint256 price,
        uint256 value,
        uint256 seed
    ) public {
        uint256 qty = 1 + (seed % 100);
        // A third of the runs each: any price, a price near the payment, a price that can be paid.
        if (seed % 3 == 1) price = value / qty + (price % 3);
        if (seed % 3 == 2) price = price % (value / qty + 1);
        bool enough = price <= value / qty;
        _open("Dust", price);
        bytes32 digest = _digest(MINTER, "Dust", "sale", qty);
        bytes memory signature = _sign(SIGNER_KEY, digest);
        vm.deal(MINTER, value);

        if (!enough) vm.expectRevert(IFringeDrifters.NotEnoughEth.selector);
        vm.prank(MINTER);
        collection.FringeMint{value: value}(digest, signature, "sale", qty);

        uint256 kept = enough ? price * qty : 0;
        assert(collection.totalBalance() == kept);
        assert(MINTER.balance == value - kept);
    }

    function _open(string memory phase, uint256 price) private {
        collection.adjustPhases(phase, 1, 101);
        collection.changePhase(phase);
        collection.adjustPrice(price);
    }

    function _digest(
        address minter,
        string memory phase,
        string memory transactionID,
        uint256 qty
    ) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("Fringe Drifters"),
                keccak256("1"),
                block.chainid,
                address(collection)
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "MintAuthorization(address minter,string phase,string transactionID,uint256 qty)"
                ),
                minter,
                keccak256(bytes(phase)),
                keccak256(bytes(transactionID)),
                qty
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function _sign(uint256 key, bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
