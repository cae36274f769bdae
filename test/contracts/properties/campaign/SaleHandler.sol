// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFringeDrifters} from "../../../../contracts/interfaces/IFringeDrifters.sol";
import {Authorization, digestOf, signWith} from "../authorization.sol";
import {GhostState} from "./GhostState.sol";

/// @dev Mints with valid and forged authorisations.
abstract contract SaleHandler is GhostState {
    /// @notice An account mints with a new authorisation, and pays too little, enough or too much.
    function mint(uint256 seed) external {
        address minter = actor(_pick(seed, "minter", ACTORS));
        uint256 qty = 1 + _pick(seed, "qty", seed % 8 == 0 ? maxBatch + 1 : 3);
        uint256 value = price * qty;
        if (seed % 9 == 0 && value != 0) --value;
        if (seed % 4 == 1) value += 5;
        uint256 before = minter.balance;
        receiver.prepare("");

        bytes memory data = _mintCall(signerKey, minter, current, ++authorizations, qty);
        if (!_act("mint", minter, value, data, _problemOfMint(qty, value))) return;

        _noteMint(minter, qty, authorizations);
        if (minter.balance != before + value - price * qty) _violate("the surplus went astray");
    }

    /// @notice A contract mints, and on its first token uses the same or another authorisation from the callback.
    function mintTwice(uint256 seed) external {
        address minter = address(receiver);
        uint256 qty = 1 + _pick(seed, "qty", 2);
        uint256 value = price * qty;
        bool again = seed % 2 == 0 || price != 0;
        uint256 first = ++authorizations;
        bytes memory data = _mintCall(signerKey, minter, current, first, qty);
        receiver.prepare(
            again ? data : _mintCall(signerKey, minter, current, ++authorizations, 1)
        );
        bytes4 foretold = _problemOfMint(qty, value);
        bytes4 foretoldSecond = again
            ? IFringeDrifters.AuthenticationFailed.selector
            : _problemOfMint(1, 0);
        // _problemOfMint reads the state before the first mint: changes by that mint are applied here. A rule that
        // counts mints of a wallet or the sale needs another line.
        if (!again && _left() == qty) foretoldSecond = IFringeDrifters.PastSupply.selector;

        if (!_act("mintTwice", minter, value, data, foretold)) return;

        _noteMint(minter, qty, first);
        if (receiver.problem() != foretoldSecond) _violate("mintTwice: the second mint");
        if (receiver.succeeded()) _noteMint(minter, 1, authorizations);
        if (receiver.supplyAtFirst() != tokens.length - (receiver.succeeded() ? 1 : 0)) {
            _violate("called back too soon");
        }
    }

    /// @notice An account mints with an authorisation for other terms, by another key, or used before.
    function forge(uint256 seed) external {
        if (!isMinting) revert NothingToDo();
        address minter = actor(_pick(seed, "minter", ACTORS));
        uint256 kind = _pick(seed, "kind", 6);
        uint256 number = authorizations + 1;
        uint256 key = kind == 0 ? 0xBAD : signerKey;
        address madeOutFor = kind == 1 ? actor(_pick(seed, "minter", ACTORS) + 1) : minter;
        uint256 phase = kind == 2 ? (current + 1) % PHASES : current;
        uint256 qty = kind == 3 ? 2 : 1;
        if (kind == 4) {
            if (used.length == 0) revert NothingToDo();
            number = used[_pick(seed, "used", used.length)];
        }
        bytes memory data = _mintCall(key, madeOutFor, phase, number, qty);
        // The fourth word of the calldata is the quantity, the fifth is the length of the signature.
        if (kind == 3) data[4 + 4 * 32 - 1] = bytes1(uint8(1));
        if (kind == 5) data[4 + 5 * 32 - 1] = bytes1(uint8(64));
        _mustRefuse(
            "forge",
            minter,
            price,
            data,
            IFringeDrifters.AuthenticationFailed.selector
        );
    }

    /// @dev Returns the first broken rule of a mint with a valid authorisation.
    function _problemOfMint(uint256 qty, uint256 value) private view returns (bytes4) {
        if (!isMinting) return IFringeDrifters.NotMinting.selector;
        if (qty > maxBatch) return IFringeDrifters.PastBoundsOfBatchLimit.selector;
        if (value < price * qty) return IFringeDrifters.NotEnoughEth.selector;
        return qty > _left() ? IFringeDrifters.PastSupply.selector : bytes4(0);
    }

    function _left() private view returns (uint256) {
        return phases[current].end - phases[current].start - phases[current].count;
    }

    function _noteMint(address minter, uint256 qty, uint256 number) private {
        used.push(number);
        earned += price * qty;
        _noteMinted(current, minter, qty);
    }

    function _mintCall(
        uint256 key,
        address minter,
        uint256 phase,
        uint256 number,
        uint256 qty
    ) private view returns (bytes memory) {
        string memory transactionID = string(abi.encode(number));
        bytes32 digest = digestOf(
            Authorization(address(collection), minter, phaseName(phase), transactionID, qty)
        );
        bytes memory signature = signWith(key, digest);
        return
            abi.encodeCall(collection.FringeMint, (digest, signature, transactionID, qty));
    }
}
