// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../../../contracts/FringeDrifters.sol";
import {Authorization, digestOf, signWith} from "../authorization.sol";
import {vm} from "../Vm.sol";

/// @dev Mints batches of 1 to 100 tokens, gives and moves tokens between seven accounts, and keeps the expected owners.
/// Each action must succeed.
contract HoldingsHandler {
    struct Move {
        address from;
        address to;
        uint256 tokenId;
    }

    uint256 private constant SIGNER_KEY = 0xD21F7E2;
    uint256 public constant ACCOUNTS = 7;
    uint256 public constant PHASES = 3;
    uint64 private constant PHASE_LENGTH = 3_333;

    FringeDrifters public collection;
    uint256[] public tokens;
    mapping(uint256 tokenId => address) public ownerOf;
    mapping(uint256 tokenId => address) public approved;
    mapping(address owner => uint256) public balanceOf;
    uint256[PHASES] public counts;

    /// @notice The latest transfer; after a mint or gift, the minter is both accounts.
    Move public latest;

    uint256 private current;
    uint256 private authorizations;

    constructor() {
        collection = new FringeDrifters("", vm.addr(SIGNER_KEY));
        for (uint256 i = 0; i < PHASES; ++i) {
            collection.adjustPhases(phaseName(i), startOf(i), startOf(i) + PHASE_LENGTH);
        }
        collection.changePhase(phaseName(0));
        collection.adjustPrice(0);
        collection.adjustMaxBatch(100);
        collection.toggleMint();
    }

    /// @notice Mints a batch to an account.
    function mint(uint256 seed) public {
        uint8[16] memory sizes = [1, 1, 2, 3, 4, 5, 8, 13, 19, 20, 21, 22, 31, 32, 33, 100];
        uint256 qty = sizes[_pick(seed, "size", 16)];
        address minter = account(_pick(seed, "minter", ACCOUNTS));
        string memory transactionID = _decimal(++authorizations);
        bytes32 digest = digestOf(
            Authorization(address(collection), minter, phaseName(current), transactionID, qty)
        );
        bytes memory signature = signWith(SIGNER_KEY, digest);
        vm.prank(minter);
        collection.FringeMint(digest, signature, transactionID, qty);
        for (uint256 i = 0; i < qty; ++i) _noteMinted(current, minter);
        latest = Move(minter, minter, tokens[tokens.length - 1]);
    }

    /// @notice Gives up to five tokens of any phase to some accounts.
    function gift(uint256 seed) external {
        uint256 phase = _pick(seed, "phase", PHASES);
        address[] memory receivers = new address[](1 + _pick(seed, "count", 5));
        for (uint256 i = 0; i < receivers.length; ++i) {
            receivers[i] = account(_pick(seed >> i, "receiver", ACCOUNTS));
        }
        collection.gift(phaseName(phase), receivers);
        for (uint256 i = 0; i < receivers.length; ++i) _noteMinted(phase, receivers[i]);
        address last = receivers[receivers.length - 1];
        latest = Move(last, last, tokens[tokens.length - 1]);
    }

    /// @notice Makes another phase the current one, which may be the same.
    function changePhase(uint256 seed) external {
        current = _pick(seed, "phase", PHASES);
        collection.changePhase(phaseName(current));
    }

    /// @notice Moves one token, and lets an approved address do so half of the time.
    function transfer(uint256 seed) public {
        uint256 tokenId = _someToken(seed);
        _move(tokenId, account(_pick(seed, "to", ACCOUNTS)), seed % 2 == 0);
    }

    /// @notice Moves every token, every second or every third one of some consecutive ids to one account.
    function transferSeveral(uint256 seed) external {
        uint256 first = _someToken(seed);
        address to = account(_pick(seed, "to", ACCOUNTS));
        uint256 stride = 1 + _pick(seed, "stride", 3);
        bool descending = seed % 2 == 0;
        for (uint256 i = 0; i < 12; ++i) {
            uint256 tokenId = first + stride * (descending ? 11 - i : i);
            if (ownerOf[tokenId] != address(0)) _move(tokenId, to, false);
        }
    }

    /// @notice Moves a token to another account and back.
    function roundTrip(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        address home = ownerOf[tokenId];
        _move(tokenId, account(_pick(seed, "to", ACCOUNTS)), seed % 2 == 0);
        _move(tokenId, home, seed % 4 < 2);
    }

    /// @notice Approves an account for a token.
    function approve(uint256 seed) external {
        uint256 tokenId = _someToken(seed);
        _approve(tokenId, address(uint160(0xA44 + (seed % 3))));
    }

    function account(uint256 number) public pure returns (address) {
        return address(uint160(0xACC0 + number));
    }

    function phaseName(uint256 number) public pure returns (string memory) {
        return string(abi.encodePacked("Phase ", bytes1(uint8(65 + number))));
    }

    /// @notice Returns the first id of a phase: the lowest, an odd and the highest possible one.
    function startOf(uint256 number) public pure returns (uint64) {
        if (number == 0) return 0;
        return number == 1 ? 5_007 : type(uint64).max - PHASE_LENGTH;
    }

    function supply() external view returns (uint256) {
        return tokens.length;
    }

    function _move(uint256 tokenId, address to, bool byApproved) private {
        address from = ownerOf[tokenId];
        address caller = from;
        if (byApproved) _approve(tokenId, caller = address(0xA44));
        vm.prank(caller);
        collection.transferFrom(from, to, tokenId);
        --balanceOf[from];
        ++balanceOf[to];
        (ownerOf[tokenId], approved[tokenId]) = (to, address(0));
        latest = Move(from, to, tokenId);
    }

    function _approve(uint256 tokenId, address to) private {
        vm.prank(ownerOf[tokenId]);
        collection.approve(to, tokenId);
        approved[tokenId] = to;
    }

    function _noteMinted(uint256 phase, address to) private {
        uint256 tokenId = startOf(phase) + counts[phase]++;
        tokens.push(tokenId);
        ownerOf[tokenId] = to;
        ++balanceOf[to];
    }

    function _someToken(uint256 seed) private returns (uint256) {
        if (tokens.length == 0) mint(seed);
        return tokens[_pick(seed, "token", tokens.length)];
    }

    function _pick(
        uint256 seed,
        string memory purpose,
        uint256 bound
    ) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, purpose))) % bound;
    }

    function _decimal(uint256 number) private pure returns (string memory digits) {
        for (; number != 0; number /= 10) {
            digits = string(abi.encodePacked(bytes1(uint8(48 + (number % 10))), digits));
        }
    }
}
