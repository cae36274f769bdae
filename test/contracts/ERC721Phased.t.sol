// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {FringeDrifters} from "../../contracts/FringeDrifters.sol";
import {vm} from "./Vm.sol";

/// @dev The token core against a model that stores the owner of every id and every phase's plain numbers.
/// Random walks of phases set, tokens given and tokens transferred, over a small world of ids, names and
/// people, in which most collisions that can happen do happen.
contract ERC721PhasedTest {
    uint256 private constant STEPS = 40;
    uint64 private constant IDS = 48;
    uint256 private constant NAMES = 4;
    uint256 private constant PEOPLE = 3;

    struct ModelPhase {
        bool created;
        uint64 start;
        uint64 end;
        uint64 count;
    }

    FringeDrifters private collection;
    ModelPhase[NAMES] private model;
    uint256[] private creationOrder;
    mapping(uint256 tokenId => address) private modelOwner;
    uint256 private randomState;

    function setUp() public {
        collection = new FringeDrifters("", address(this));
    }

    function testFuzz_followsTheModel(uint256 seed) public {
        randomState = seed;
        for (uint256 i = 0; i < STEPS; ++i) {
            uint256 action = _random(4);
            if (action == 0) _adjustRandomPhase();
            if (action == 1) _giftRandomly();
            if (action >= 2) _transferRandomly();
        }
        _assertSameOwners();
        _assertSameEnumeration();
        _assertDisjoint();
    }

    function _adjustRandomPhase() private {
        uint256 name = _random(NAMES);
        uint64 start = uint64(_random(IDS));
        if (_random(2) == 0) start = model[name].start;
        uint64 end = uint64(start + _random(IDS - start + 1));

        bool allowed = _mayAdjust(name, start, end);
        try collection.adjustPhases(_name(name), start, end) {
            assert(allowed);
        } catch {
            assert(!allowed);
            return;
        }
        if (!model[name].created) creationOrder.push(name);
        model[name] = ModelPhase(true, start, end, model[name].count);
    }

    /// @dev Id by id: none may belong to another phase, and no minted one may be left out.
    function _mayAdjust(uint256 name, uint64 start, uint64 end) private view returns (bool) {
        ModelPhase memory phase = model[name];
        if (phase.count != 0 && (start != phase.start || end < phase.start + phase.count)) {
            return false;
        }
        for (uint256 id = start; id < end; ++id) {
            for (uint256 other = 0; other < NAMES; ++other) {
                if (other != name && id >= model[other].start && id < model[other].end) return false;
            }
        }
        return true;
    }

    function _giftRandomly() private {
        uint256 name = _random(NAMES);
        address[] memory receivers = new address[](1 + _random(3));
        for (uint256 i = 0; i < receivers.length; ++i) receivers[i] = _person(_random(PEOPLE));

        ModelPhase storage phase = model[name];
        bool allowed = phase.start + phase.count + receivers.length <= phase.end;
        try collection.gift(_name(name), receivers) {
            assert(allowed);
        } catch {
            assert(!allowed);
            return;
        }
        for (uint256 i = 0; i < receivers.length; ++i) {
            modelOwner[phase.start + phase.count++] = receivers[i];
        }
    }

    function _transferRandomly() private {
        uint256 tokenId = _random(IDS);
        address from = _person(_random(PEOPLE));
        address to = _person(_random(PEOPLE));
        if (_random(4) != 0 && modelOwner[tokenId] != address(0)) from = modelOwner[tokenId];

        bool allowed = modelOwner[tokenId] == from;
        vm.prank(from);
        try collection.transferFrom(from, to, tokenId) {
            assert(allowed);
        } catch {
            assert(!allowed);
            return;
        }
        modelOwner[tokenId] = to;
    }

    /// @dev A token exists exactly where the model has an owner.
    function _assertSameOwners() private view {
        for (uint256 id = 0; id <= IDS; ++id) {
            try collection.ownerOf(id) returns (address owner) {
                assert(owner == modelOwner[id] && owner != address(0));
            } catch {
                assert(modelOwner[id] == address(0));
            }
        }
    }

    /// @dev All tokens in order of their phases' creation; each owner's tokens, all its own and none twice.
    function _assertSameEnumeration() private view {
        uint256 index = 0;
        for (uint256 i = 0; i < creationOrder.length; ++i) {
            ModelPhase memory phase = model[creationOrder[i]];
            for (uint256 id = phase.start; id < phase.start + phase.count; ++id) {
                assert(collection.tokenByIndex(index++) == id);
            }
        }
        assert(collection.totalSupply() == index);

        uint256 held = 0;
        for (uint256 i = 0; i < PEOPLE; ++i) held += _assertHoldsItsTokens(_person(i));
        assert(held == index);
    }

    function _assertHoldsItsTokens(address person) private view returns (uint256 balance) {
        balance = collection.balanceOf(person);
        bool[] memory seen = new bool[](IDS);
        for (uint256 i = 0; i < balance; ++i) {
            uint256 id = collection.tokenOfOwnerByIndex(person, i);
            assert(modelOwner[id] == person && !seen[id]);
            seen[id] = true;
        }
    }

    function _assertDisjoint() private view {
        uint256[] memory phasesOf = new uint256[](IDS);
        for (uint256 name = 0; name < NAMES; ++name) {
            (uint64 start, uint64 end, uint64 count) = collection.AllPhases(_name(name));
            assert(start + count <= end);
            for (uint256 id = start; id < end; ++id) assert(++phasesOf[id] == 1);
        }
    }

    function _name(uint256 number) private pure returns (string memory) {
        return string(abi.encodePacked("Phase ", bytes1(uint8(65 + number))));
    }

    function _person(uint256 number) private pure returns (address) {
        return address(uint160(0xA000 + number));
    }

    function _random(uint256 bound) private returns (uint256) {
        randomState = uint256(keccak256(abi.encode(randomState)));
        return randomState % bound;
    }
}
