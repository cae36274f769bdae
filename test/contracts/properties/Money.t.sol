// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Coin} from "../../../contracts/mocks/Coin.sol";
import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Payments, refunds and withdrawals.
contract MoneyTest is CollectionTest {
    address private constant MINTER = HOLDER;
    Coin[4] private tokens;

    function setUp() public override {
        super.setUp();
        _openSale("Dust", 0);
        for (uint8 i = 0; i < 4; ++i) tokens[i] = new Coin(Coin.Manner(i));
    }

    /// @dev A mint is paid if and only if value >= price * quantity without overflow; the surplus is refunded.
    /// @custom:property S13, S14
    function testFuzz_keepsThePriceAndReturnsTheRest(
        uint256 price,
        uint256 value,
        uint256 seed
    ) public {
        uint256 qty = 1 + (seed % 5);
        value %= type(uint256).max;
        // A third of the runs each: any price, a price near the payment, an affordable price.
        if (seed % 3 == 1) price = value / qty + (price % 2);
        if (seed % 3 == 2) price = price % (value / qty + 1);
        bool enough = price <= value / qty;
        collection.adjustPrice(price);
        vm.deal(MINTER, value);

        bytes4 problem = _problemOf(MINTER, value, _mintCall(MINTER, "Dust", "sale", qty));

        vm.assertEq(problem, enough ? bytes4(0) : IFringeDrifters.NotEnoughEth.selector);
        uint256 kept = enough ? price * qty : 0;
        assert(collection.totalBalance() == kept && address(collection).balance == kept);
        vm.assertEq(MINTER.balance, value - kept);
    }

    /// @dev The balance is the sum of the mints, at prices that change between them.
    /// @custom:property S15, S20
    function testFuzz_holdsWhatWasPaidUntilWithdrawn(uint256 seed, address withdrawer) public {
        vm.assume(withdrawer.code.length == 0 && uint160(withdrawer) > 0xffff);
        uint256 paid = 0;
        for (uint256 i = 0; i < 2; ++i) {
            uint256 price = _random(seed, i, 1 ether);
            uint256 qty = 1 + _random(seed, i + 10, 2);
            uint256 surplus = _random(seed, i + 20, 2) * 7;
            collection.adjustPrice(price);
            vm.deal(MINTER, price * qty + surplus);
            bytes memory data = _mintCall(MINTER, "Dust", string(abi.encode(i)), qty);
            vm.assertEq(_problemOf(MINTER, price * qty + surplus, data), bytes4(0));
            paid += price * qty;
        }
        vm.assertEq(collection.totalBalance(), paid);
        collection.changeWithdrawer(withdrawer);
        uint256 before = withdrawer.balance;

        assert(
            _problemOf(withdrawer, abi.encodeCall(collection.withdrawFunds, ())) == bytes4(0)
        );

        assert(collection.totalBalance() == 0 && withdrawer.balance == before + paid);
    }

    /// @custom:property S20, T28
    function testFuzz_othersWithdrawNothing(address caller, address withdrawer, uint96 coin) public {
        vm.assume(caller != withdrawer);
        collection.changeWithdrawer(withdrawer);
        vm.deal(address(collection), coin);
        tokens[0].mint(address(collection), coin);
        bytes4 expected = IFringeDrifters.NotWithdrawAddress.selector;

        vm.assertEq(_problemOf(caller, abi.encodeCall(collection.withdrawFunds, ())), expected);
        assert(
            _problemOf(caller, abi.encodeCall(collection.withdrawERC20, (address(tokens[0])))) ==
                expected
        );

        vm.assertEq(collection.totalBalance(), coin);
        vm.assertEq(tokens[0].balanceOf(address(collection)), coin);
    }

    /// @custom:property S21
    function testFuzz_paysOutCoinsOfAnyManner(uint256 amount, uint8 manner) public {
        Coin coin = tokens[manner % 4];
        coin.mint(address(collection), amount);
        collection.changeWithdrawer(OTHER);
        bool pays = coin.manner() == Coin.Manner.ReturnsTrue ||
            coin.manner() == Coin.Manner.ReturnsNothing;

        bytes4 problem = _problemOf(
            OTHER,
            abi.encodeCall(collection.withdrawERC20, (address(coin)))
        );

        vm.assertEq(problem, pays ? bytes4(0) : IFringeDrifters.FailedToWithdraw.selector);
        vm.assertEq(coin.balanceOf(OTHER), pays ? amount : 0);
        vm.assertEq(coin.balanceOf(address(collection)), pays ? 0 : amount);
    }

    /// @custom:property S22
    function testFuzz_takesCoinOnlyForMints(address payer, uint256 value, bytes calldata data) public {
        vm.assume(data.length < 4 || bytes4(data) != collection.FringeMint.selector);
        vm.assume(payer != address(collection));
        value = 1 + (value % type(uint128).max);
        vm.deal(payer, value);
        vm.prank(payer);
        (bool success, ) = address(collection).call{value: value}(data);
        assert(!success && collection.totalBalance() == 0 && payer.balance == value);
    }
}
