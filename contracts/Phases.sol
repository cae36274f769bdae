// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IPhasedCollection} from "./interfaces/IPhasedCollection.sol";
import {PackedPhase, namedPhase} from "./types/PackedPhase.sol";

/// @title Phases
/// @notice Stores named ranges of token ids, their minted counts, and the total supply, which is the sum of the counts.
/// @dev A name gets a number, from 1, when it is first set or made current; number 0 has no ids. The current phase
/// stores the total supply next to its own count, so that a mint updates both in one slot. Invariants:
/// - no id is in two phases;
/// - `totalSupply()` is the sum of the phases' counts, and at most `MAX_SUPPLY`.
abstract contract Phases is IPhasedCollection {
    struct Phase {
        PackedPhase packed;
        /// @dev The name, if too long for `PackedPhase`.
        string longName;
    }

    /// @inheritdoc IPhasedCollection
    uint256 public immutable MAX_SUPPLY;

    /// @inheritdoc IPhasedCollection
    /// @dev A gift of this size to new holders uses about half of the gas limit per transaction.
    uint256 public constant HARD_BATCH_LIMIT = 100;

    /// @dev The latest phase's number, at most 65,535.
    uint256 internal _phaseCount;

    mapping(uint256 number => Phase) internal _phases;

    /// @dev Zero for a name without a number.
    mapping(string phaseName => uint16 number) internal _phaseNumbers;

    /// @dev Number 1 is the unnamed phase, which is initially the current one. PackedPhase, PackedAccount and
    /// PackedBatch count tokens in 14 bits.
    constructor(uint256 maxSupply) {
        assert(maxSupply < 2 ** 14);
        MAX_SUPPLY = maxSupply;
        _phaseCount = _phaseNumbers[""] = 1;
    }

    /// @inheritdoc IPhasedCollection
    function AllPhases(
        string calldata PhaseName
    ) external view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount) {
        PackedPhase phase = _phases[_phaseNumbers[PhaseName]].packed;
        return (
            uint64(phase.startingPoint()),
            uint64(phase.endPoint()),
            uint64(phase.currentCount())
        );
    }

    /// @inheritdoc IPhasedCollection
    function getSupplyForPhase(string calldata PhaseName) external view returns (uint64) {
        return uint64(_phases[_phaseNumbers[PhaseName]].packed.currentCount());
    }

    /// @inheritdoc IERC721Enumerable
    function totalSupply() public view returns (uint256 supply) {
        return _phases[_currentPhaseNumber()].packed.supply();
    }

    /// @dev Takes the next `quantity` ids from the current phase. `packed` is passed in to save an SLOAD.
    function _takeIds(
        Phase storage phase,
        PackedPhase packed,
        uint256 quantity
    ) internal returns (uint256 firstTokenId) {
        // Check: the batch is small enough, and phase and collection have enough left.
        _requireAvailable(packed, packed.supply(), quantity);

        // Effect: take the ids.
        phase.packed = packed.withMinted(quantity);
        return packed.nextId();
    }

    /// @dev Takes the next `quantity` ids from any phase, current or not.
    function _takeIdsOf(uint256 number, uint256 quantity) internal returns (uint256 firstTokenId) {
        // Check: the batch is small enough, and phase and collection have enough left.
        uint256 supply = totalSupply();
        PackedPhase packed = _phases[number].packed;
        _requireAvailable(packed, supply, quantity);

        // Effect: take the ids and count them in the current phase's total supply.
        _phases[number].packed = packed.withMinted(quantity);
        Phase storage current = _phases[_currentPhaseNumber()];
        current.packed = current.packed.withSupply(supply + quantity);
        return packed.nextId();
    }

    /// @dev Requires that one call can mint `quantity` tokens from a phase.
    function _requireAvailable(
        PackedPhase phase,
        uint256 supply,
        uint256 quantity
    ) private view {
        if (quantity > HARD_BATCH_LIMIT) revert ExceedsAllowedBatch();
        if (quantity > phase.idsLeft()) revert PastSupply();
        if (supply + quantity > MAX_SUPPLY) revert ExceedsCurrentSupply();
    }

    // The current phase

    /// @dev Returns the number of the phase whose tokens are for sale.
    function _currentPhaseNumber() internal view virtual returns (uint256);

    /// @dev Returns a name's number, assigning a new number if needed. Copies the total supply to that phase, which is
    /// about to become current.
    function _handOverSupply(string calldata phaseName) internal returns (uint16 number) {
        uint256 supply = totalSupply();
        number = _numberPhase(phaseName);
        _phases[number].packed = _phases[number].packed.withSupply(supply);
    }

    // Names

    /// @dev Returns a name's number, assigning a new number if needed.
    function _numberPhase(string calldata phaseName) internal returns (uint16 number) {
        number = _phaseNumbers[phaseName];
        if (number != 0) return number;

        number = SafeCast.toUint16(++_phaseCount);
        _phaseNumbers[phaseName] = number;
        PackedPhase packed = namedPhase(phaseName);
        _phases[number].packed = packed;
        if (packed.hasLongName()) _phases[number].longName = phaseName;
    }

    function _phaseName(uint256 number) internal view returns (string memory) {
        Phase storage phase = _phases[number];
        return phase.packed.hasLongName() ? phase.longName : phase.packed.shortName();
    }

    /// @dev Returns the name's keccak256 hash, as EIP-712 encodes strings.
    function _phaseNameHash(Phase storage phase, PackedPhase packed) internal view returns (bytes32) {
        return packed.hasLongName() ? keccak256(bytes(phase.longName)) : packed.shortNameHash();
    }

    // Ranges

    /// @dev Creates a phase or changes its range.
    function _adjustPhase(string calldata phaseName, uint64 startPoint, uint64 endPoint) internal {
        // Check: the range is valid, at most MAX_SUPPLY long, disjoint, and includes all minted ids.
        if (endPoint < startPoint) revert PhaseBoundsReversed(startPoint, endPoint);
        if (endPoint - startPoint > MAX_SUPPLY) revert ExceedsCurrentSupply();
        uint256 number = _numberPhase(phaseName);
        _requireDisjoint(number, startPoint, endPoint);
        _requireAroundMinted(_phases[number].packed, startPoint, endPoint);

        // Effect: set the range.
        _phases[number].packed = _phases[number].packed.withRange(startPoint, endPoint);
        emit PhaseAdjusted(phaseName, startPoint, endPoint);
    }

    /// @dev Requires that [`startPoint`, `endPoint`) overlaps no other phase than `number`.
    function _requireDisjoint(uint256 number, uint64 startPoint, uint64 endPoint) private view {
        for (uint256 i = 1; i <= _phaseCount; ++i) {
            PackedPhase other = _phases[i].packed;
            uint256 sharedStart = Math.max(startPoint, other.startingPoint());
            uint256 sharedEnd = Math.min(endPoint, other.endPoint());
            if (i != number && sharedStart < sharedEnd) revert PhaseOverlaps(_phaseName(i));
        }
    }

    /// @dev Requires that the range still includes all minted tokens.
    function _requireAroundMinted(
        PackedPhase phase,
        uint64 startPoint,
        uint64 endPoint
    ) private pure {
        if (phase.currentCount() == 0) return;
        uint64 currentStart = uint64(phase.startingPoint());
        if (startPoint != currentStart) revert PhaseStartMoved(currentStart, startPoint);
        uint64 minimumEnd = uint64(phase.nextId());
        if (endPoint < minimumEnd) revert PhaseEndBelowMinted(minimumEnd, endPoint);
    }
}
