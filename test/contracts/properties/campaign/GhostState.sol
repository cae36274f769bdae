// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../../../contracts/FringeDrifters.sol";
import {ReentrantReceiver} from "../receivers.sol";
import {vm} from "../Vm.sol";

/// @dev The expected state of the collection, updated by the handlers. Each action makes the call, compares the
/// result with the prediction from the ghost state, and then either records the change or reverts, so that the
/// campaign counts a reverted call.
abstract contract GhostState {
    /// @dev A phase of the ghost state.
    struct GhostPhase {
        uint64 start;
        uint64 end;
        uint64 count;
    }

    /// @notice The collection reverted as expected: no state has changed.
    error Refused(bytes4 problem);

    /// @notice The action is not possible yet.
    error NothingToDo();

    uint256 internal constant SIGNER_KEY = 0xD21F7E2;
    uint256 public constant ACTORS = 6;
    uint256 public constant PHASES = 5;

    FringeDrifters public collection;
    ReentrantReceiver public receiver;

    /// @notice The first deviation from the prediction; empty without one.
    string public violation;

    uint256[] public tokens;
    mapping(uint256 tokenId => address) public ownerOf;
    mapping(uint256 tokenId => address) public approved;
    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address operator => bool)) public isOperator;
    GhostPhase[5] public phases;
    uint256 public current;
    bool public isMinting;
    uint256 public price = 1 gwei;
    uint256 public maxBatch = 4;
    uint256 public signerKey = SIGNER_KEY;
    address public owner;
    address public withdrawer;

    /// @notice Payments kept for mints, and withdrawals, in wei.
    uint256 public earned;
    uint256 public withdrawn;

    /// @notice Number of signed authorisations; the transaction id of each is its number.
    uint256 public authorizations;
    uint256[] public used;

    /// @notice The token of the last action.
    uint256 public touched;

    constructor() {
        owner = actor(0);
        withdrawer = actor(0);
        vm.prank(owner);
        collection = new FringeDrifters("", vm.addr(SIGNER_KEY));
        receiver = new ReentrantReceiver(collection);
        vm.prank(owner);
        collection.adjustPrice(price);
        vm.prank(owner);
        collection.adjustMaxBatch(maxBatch);
    }

    /// @notice Accounts without code, followed by a contract that calls back.
    function actor(uint256 number) public view returns (address) {
        if (number % ACTORS == ACTORS - 1) return address(receiver);
        return address(uint160(0xAC700 + (number % ACTORS)));
    }

    function phaseName(uint256 number) public pure returns (string memory) {
        return string(abi.encodePacked("Phase ", bytes1(uint8(65 + number))));
    }

    function supply() external view returns (uint256) {
        return tokens.length;
    }

    function usedCount() external view returns (uint256) {
        return used.length;
    }

    /// @dev Calls the collection and compares the result with the prediction. Returns true for an expected success,
    /// reverts for an expected revert, and otherwise records a violation and returns false.
    function _act(
        string memory action,
        address caller,
        uint256 value,
        bytes memory data,
        bytes4 foretold
    ) internal returns (bool done) {
        bytes4 problem = _attempt(caller, value, data);
        if (problem != foretold) return _violate(action);
        if (problem != 0) revert Refused(problem);
        return true;
    }

    /// @dev Calls the collection and expects a revert.
    function _mustRefuse(
        string memory action,
        address caller,
        uint256 value,
        bytes memory data,
        bytes4 foretold
    ) internal {
        if (_attempt(caller, value, data) != foretold) _violate(action);
    }

    function _violate(string memory action) internal returns (bool) {
        if (bytes(violation).length == 0) violation = action;
        return false;
    }

    function _noteMinted(uint256 phase, address to, uint256 qty) internal {
        for (uint256 i = 0; i < qty; ++i) {
            uint256 tokenId = phases[phase].start + phases[phase].count++;
            if (ownerOf[tokenId] != address(0)) _violate("an id was minted twice");
            tokens.push(tokenId);
            ownerOf[tokenId] = to;
            touched = tokenId;
        }
        balanceOf[to] += qty;
    }

    function _noteMoved(uint256 tokenId, address to) internal {
        --balanceOf[ownerOf[tokenId]];
        ++balanceOf[to];
        ownerOf[tokenId] = to;
        approved[tokenId] = address(0);
        touched = tokenId;
    }

    function _someToken(uint256 seed) internal view returns (uint256) {
        if (tokens.length == 0) revert NothingToDo();
        return tokens[_pick(seed, "token", tokens.length)];
    }

    /// @dev Returns a pseudorandom choice below `bound` from seed and purpose.
    function _pick(
        uint256 seed,
        string memory purpose,
        uint256 bound
    ) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, purpose))) % bound;
    }

    function _attempt(
        address caller,
        uint256 value,
        bytes memory data
    ) private returns (bytes4 problem) {
        if (value != 0) vm.deal(caller, caller.balance + value);
        vm.prank(caller);
        (bool success, bytes memory answer) = address(collection).call{value: value}(data);
        if (success) return bytes4(0);
        return answer.length < 4 ? bytes4(0xffffffff) : bytes4(answer);
    }
}
