// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IFringeDrifters} from "../../../../contracts/interfaces/IFringeDrifters.sol";
import {vm} from "../Vm.sol";
import {GhostState} from "./GhostState.sol";

/// @dev Administration by the collection's owner, and attempts by others.
abstract contract AdminHandler is GhostState {
    /// @dev Upper bound of ranges, low enough for collisions.
    uint64 private constant IDS = 240;

    /// @notice Creates the first phase of a sequence.
    function openPhase(uint256 number) external {
        uint64 start = uint64(number) * (IDS / uint64(PHASES));
        vm.prank(owner);
        collection.adjustPhases(phaseName(number), start, start + 20);
        vm.prank(owner);
        collection.changePhase(phaseName(number));
        phases[number] = GhostPhase(start, start + 20, 0);
        current = number;
    }

    /// @notice The owner creates or changes a phase, usually without a collision.
    function adjustPhases(uint256 seed) external {
        uint256 number = _pick(seed, "phase", PHASES);
        GhostPhase memory phase = phases[number];
        // Each phase has a separate region, and stays in it three times out of four.
        uint64 region = IDS / uint64(PHASES);
        uint64 start = uint64(number * region + _pick(seed, "start", 8));
        if (seed % 4 == 0) start = uint64(_pick(seed, "anywhere", IDS));
        if (phase.count != 0 && seed % 5 != 0) start = phase.start;
        uint64 end = start + uint64(_pick(seed, "length", region - 8));
        if (seed % 16 == 1) end = uint64(_pick(seed, "end", IDS));
        bytes4 foretold = _problemOfRange(number, start, end);
        bytes memory data = abi.encodeCall(
            IFringeDrifters.adjustPhases,
            (phaseName(number), start, end)
        );
        if (!_act("adjustPhases", owner, 0, data, foretold)) return;
        phases[number] = GhostPhase(start, end, phase.count);
    }

    /// @notice The owner changes the current phase.
    function changePhase(uint256 seed) external {
        uint256 number = _pick(seed, "phase", PHASES);
        bytes memory data = abi.encodeCall(IFringeDrifters.changePhase, (phaseName(number)));
        if (_act("changePhase", owner, 0, data, 0)) current = number;
    }

    /// @notice The owner gifts tokens of any phase.
    function gift(uint256 seed) external {
        uint256 number = _pick(seed, "phase", PHASES);
        GhostPhase memory phase = phases[number];
        address[] memory receivers = new address[](1 + _pick(seed, "count", 3));
        for (uint256 i = 0; i < receivers.length; ++i) {
            receivers[i] = actor(_pick(seed >> i, "receiver", ACTORS));
        }
        receiver.prepare("");
        bytes4 foretold = phase.count + receivers.length > phase.end - phase.start
            ? IFringeDrifters.PastSupply.selector
            : bytes4(0);
        bytes memory data = abi.encodeCall(IFringeDrifters.gift, (phaseName(number), receivers));
        if (!_act("gift", owner, 0, data, foretold)) return;
        for (uint256 i = 0; i < receivers.length; ++i) _noteMinted(number, receivers[i], 1);
    }

    /// @notice The owner toggles minting; off less often than on, so that tokens are sold.
    function toggleMint(uint256 seed) external {
        if (isMinting && seed % 6 != 0) revert NothingToDo();
        bytes memory data = abi.encodeCall(IFringeDrifters.toggleMint, ());
        if (_act("toggleMint", owner, 0, data, 0)) isMinting = !isMinting;
    }

    /// @notice The owner changes a setting of the sale, or transfers the ownership.
    function configure(uint256 seed) external {
        uint256 which = _pick(seed, "which", 5);
        uint256 value = _pick(seed, "value", 5);
        if (which == 0) _setPrice(value < 2 ? 0 : value * 1 gwei);
        if (which == 1) _setMaxBatch(1 + value);
        if (which == 2) _setSigner(SIGNER_KEY + value);
        if (which == 3) _setWithdrawer(actor(value));
        if (which == 4) _setOwner(actor(value));
    }

    /// @notice An account that does not own the collection calls the owner's functions.
    function intrude(uint256 seed) external {
        address intruder = actor(_pick(seed, "intruder", ACTORS));
        if (intruder == owner) intruder = address(0x7817F);
        address[] memory receivers = new address[](1);
        receivers[0] = intruder;
        bytes[8] memory calls = [
            abi.encodeCall(IFringeDrifters.toggleMint, ()),
            abi.encodeCall(IFringeDrifters.changePhase, ("Loot")),
            abi.encodeCall(IFringeDrifters.adjustPhases, ("Loot", 1_000, 2_000)),
            abi.encodeCall(IFringeDrifters.adjustPrice, (0)),
            abi.encodeCall(IFringeDrifters.adjustSigner, (intruder)),
            abi.encodeCall(IFringeDrifters.changeWithdrawer, (intruder)),
            abi.encodeCall(IFringeDrifters.gift, (phaseName(current), receivers)),
            abi.encodeCall(Ownable.transferOwnership, (intruder))
        ];
        bytes4 foretold = Ownable.OwnableUnauthorizedAccount.selector;
        _mustRefuse("intrude", intruder, 0, calls[seed % 8], foretold);
    }

    /// @notice Any account withdraws; half of the time the withdraw address.
    function withdraw(uint256 seed) external {
        address caller = seed % 2 == 0 ? withdrawer : actor(_pick(seed, "caller", ACTORS));
        uint256 before = caller.balance;
        bytes4 foretold = caller == withdrawer
            ? bytes4(0)
            : IFringeDrifters.NotWithdrawAddress.selector;
        bytes memory data = abi.encodeCall(IFringeDrifters.withdrawFunds, ());
        if (!_act("withdraw", caller, 0, data, foretold)) return;
        if (caller.balance - before != earned - withdrawn) _violate("withdrew something else");
        withdrawn = earned;
    }

    function _setPrice(uint256 value) private {
        bytes memory data = abi.encodeCall(IFringeDrifters.adjustPrice, (value));
        if (_act("adjustPrice", owner, 0, data, 0)) price = value;
    }

    function _setMaxBatch(uint256 value) private {
        bytes memory data = abi.encodeCall(IFringeDrifters.adjustMaxBatch, (value));
        if (_act("adjustMaxBatch", owner, 0, data, 0)) maxBatch = value;
    }

    function _setSigner(uint256 key) private {
        bytes memory data = abi.encodeCall(IFringeDrifters.adjustSigner, (vm.addr(key)));
        if (_act("adjustSigner", owner, 0, data, 0)) signerKey = key;
    }

    function _setWithdrawer(address value) private {
        bytes memory data = abi.encodeCall(IFringeDrifters.changeWithdrawer, (value));
        if (_act("changeWithdrawer", owner, 0, data, 0)) withdrawer = value;
    }

    function _setOwner(address value) private {
        bytes memory data = abi.encodeCall(Ownable.transferOwnership, (value));
        if (_act("transferOwnership", owner, 0, data, 0)) owner = value;
    }

    /// @dev Returns the error of a range, checked id by id for overlaps.
    function _problemOfRange(
        uint256 number,
        uint64 start,
        uint64 end
    ) private view returns (bytes4) {
        if (end < start) return IFringeDrifters.PhaseBoundsReversed.selector;
        for (uint256 i = 0; i < PHASES; ++i) {
            GhostPhase memory other = phases[i];
            uint64 firstShared = start > other.start ? start : other.start;
            if (i != number && firstShared < end && firstShared < other.end) {
                return IFringeDrifters.PhaseOverlaps.selector;
            }
        }
        GhostPhase memory own = phases[number];
        if (own.count == 0) return bytes4(0);
        if (start != own.start) return IFringeDrifters.PhaseStartMoved.selector;
        if (end < own.start + own.count) return IFringeDrifters.PhaseEndBelowMinted.selector;
        return bytes4(0);
    }
}
