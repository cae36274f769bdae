// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFringeDrifters} from "../../../contracts/interfaces/IFringeDrifters.sol";
import {CollectionTest} from "./CollectionTest.sol";
import {vm} from "./Vm.sol";

/// @dev Ranges of phases, and the ids minted from them.
contract PhasesTest is CollectionTest {
    string private constant FIRST = "First";
    string private constant SECOND = "Second";

    struct Range {
        uint64 start;
        uint64 end;
    }

    /// @dev Two phases; half of the runs use close ranges, the others all 64 bits.
    /// @custom:property S1, S7
    function testFuzz_acceptsEveryRangeThatIsFree(
        Range memory first,
        Range memory second,
        uint256 seed
    ) public {
        first = _shape(first, seed);
        second = _shape(second, seed >> 64);
        bytes4 problem = _adjust(FIRST, first);
        vm.assertEq(problem, _problemOfRange(first));
        if (problem != 0) first = Range(0, 0);

        problem = _adjust(SECOND, second);

        bytes4 expected = _problemOfRange(second);
        if (expected == 0 && _meet(first, second)) expected = IFringeDrifters.PhaseOverlaps.selector;
        vm.assertEq(problem, expected);
        if (problem != 0) second = Range(0, 0);
        _assertPhase(FIRST, first, 0);
        _assertPhase(SECOND, second, 0);
    }

    /// @custom:property S2, S6, T28
    function testFuzz_keepsWhatIsMinted(uint64 start, uint64 end, uint256 seed) public {
        uint64 count = uint64(seed % 4);
        collection.adjustPhases(FIRST, 50, 60);
        _giftTo(FIRST, HOLDER, count);
        if (seed & 16 == 0) start = 50;
        if (seed & 32 == 0) end = uint64(48 + ((seed >> 8) % 20));

        bytes4 problem = _adjust(FIRST, Range(start, end));

        bytes4 expected = _problemOfRange(Range(start, end));
        if (expected == 0 && count != 0) {
            if (start != 50) expected = IFringeDrifters.PhaseStartMoved.selector;
            else if (end < 50 + count) expected = IFringeDrifters.PhaseEndBelowMinted.selector;
        }
        vm.assertEq(problem, expected);
        _assertPhase(FIRST, problem == 0 ? Range(start, end) : Range(50, 60), count);
        for (uint256 id = 50; id < 50 + count; ++id) vm.assertEq(collection.ownerOf(id), HOLDER);
    }

    /// @dev Mints and gifts alternate between two phases: each takes the next ids of its phase.
    /// @custom:property S4, S5, S18
    function testFuzz_takesTheNextIds(uint64 low, uint64 high, uint256 seed) public {
        low %= 1000;
        high = uint64(1010 + (high % (type(uint64).max - 2000)));
        collection.adjustPhases(FIRST, low, low + 10);
        collection.adjustPhases(SECOND, high, high + 10);
        collection.toggleMint();
        collection.adjustPrice(0);
        uint64[2] memory counts;
        for (uint256 i = 0; i < 3; ++i) {
            uint256 side = _random(seed, i, 2);
            uint64 start = side == 0 ? low : high;
            uint64 qty = uint64(1 + _random(seed, i + 10, 2));
            address to = _random(seed, i + 20, 2) == 0 ? HOLDER : OTHER;
            _take(side == 0 ? FIRST : SECOND, to, qty, seed >> i, i);
            for (uint64 j = 0; j < qty; ++j) {
                vm.assertEq(collection.ownerOf(uint256(start) + counts[side] + j), to);
            }
            counts[side] += qty;
        }
        _assertPhase(FIRST, Range(low, low + 10), counts[0]);
        _assertPhase(SECOND, Range(high, high + 10), counts[1]);
        vm.assertEq(collection.totalSupply(), counts[0] + counts[1]);
    }

    /// @custom:property S16, T28
    function testFuzz_endsWhereThePhaseEnds(uint64 length, uint64 minted, uint64 more) public {
        length %= 12;
        minted %= length + 1;
        more = uint64(1 + (more % 12));
        collection.adjustPhases(FIRST, 5, 5 + length);
        // An adjacent phase with different ids.
        collection.adjustPhases(SECOND, 5 + length, 25 + length);
        _giftTo(FIRST, HOLDER, minted);

        address[] memory receivers = new address[](more);
        for (uint256 i = 0; i < more; ++i) receivers[i] = OTHER;
        bytes4 problem = _problemOf(
            address(this),
            abi.encodeCall(collection.gift, (FIRST, receivers))
        );

        bool fits = minted + more <= length;
        vm.assertEq(problem, fits ? bytes4(0) : IFringeDrifters.PastSupply.selector);
        _assertPhase(FIRST, Range(5, 5 + length), fits ? minted + more : minted);
        vm.assertEq(collection.balanceOf(OTHER), fits ? more : 0);
    }

    /// @dev Mints the whole collection in gifts of a hundred.
    /// @custom:property S3
    function test_endsWhereTheCollectionEnds() public {
        collection.adjustPhases(FIRST, 1, 9_951);
        collection.adjustPhases(SECOND, 20_000, 20_100);
        for (uint256 left = 9_950; left != 0; ) {
            uint256 count = left < 100 ? left : 100;
            _giftTo(FIRST, HOLDER, count);
            left -= count;
        }
        address[] memory receivers = new address[](51);
        for (uint256 i = 0; i < 51; ++i) receivers[i] = OTHER;
        assert(
            _problemOf(address(this), abi.encodeCall(collection.gift, (SECOND, receivers))) ==
                IFringeDrifters.ExceedsCurrentSupply.selector
        );
        _giftTo(SECOND, OTHER, 50);
        vm.assertEq(collection.totalSupply(), collection.MAX_SUPPLY());
        receivers = new address[](1);
        receivers[0] = OTHER;
        assert(
            _problemOf(address(this), abi.encodeCall(collection.gift, (SECOND, receivers))) ==
                IFringeDrifters.ExceedsCurrentSupply.selector
        );
    }

    function _take(
        string memory phase,
        address to,
        uint256 qty,
        uint256 seed,
        uint256 number
    ) private {
        if (seed % 4 != 0) return _giftTo(phase, to, qty);
        collection.changePhase(phase);
        string memory transactionID = string(abi.encode(number));
        vm.assertEq(_problemOf(to, _mintCall(to, phase, transactionID, qty)), bytes4(0));
    }

    function _shape(Range memory range, uint256 seed) private view returns (Range memory) {
        if (seed % 2 == 0) return Range(range.start % 24, range.end % 24);
        uint64 room = type(uint64).max - range.start;
        uint64 length = uint64(range.end % (collection.MAX_SUPPLY() + 3));
        if (seed % 3 != 0) range.end = range.start + (length < room ? length : room);
        return range;
    }

    function _adjust(string memory name, Range memory range) private returns (bytes4) {
        return
            _problemOf(
                address(this),
                abi.encodeCall(collection.adjustPhases, (name, range.start, range.end))
            );
    }

    /// @dev Returns the error of a range, regardless of other phases.
    function _problemOfRange(Range memory range) private view returns (bytes4) {
        if (range.end < range.start) return IFringeDrifters.PhaseBoundsReversed.selector;
        bool tooLong = range.end - range.start > collection.MAX_SUPPLY();
        return tooLong ? IFringeDrifters.ExceedsCurrentSupply.selector : bytes4(0);
    }

    /// @dev Whether two ranges share an id: one of them contains the first id of the other.
    function _meet(Range memory one, Range memory two) private pure returns (bool) {
        if (one.start == one.end || two.start == two.end) return false;
        bool oneInTwo = two.start <= one.start && one.start < two.end;
        bool twoInOne = one.start <= two.start && two.start < one.end;
        return oneInTwo || twoInOne;
    }

    function _assertPhase(string memory name, Range memory range, uint64 count) private view {
        (uint64 start, uint64 end, uint64 counted) = collection.AllPhases(name);
        assert(start == range.start && end == range.end && counted == count);
        vm.assertEq(collection.getSupplyForPhase(name), count);
    }
}
