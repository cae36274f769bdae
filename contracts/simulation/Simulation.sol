// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev What one account does in a simulation.
struct Act {
    address actor;
    address target;
    uint256 value;
    bytes data;
}

/// @dev What came of it: what the target returned, or what it reverted with.
struct Outcome {
    bool succeeded;
    bytes data;
}

/// @title Simulation
/// @notice Lets several accounts act one after the other within one `eth_call`, so that nothing happens on chain:
/// what would this mint say if the owner first did that?
/// @dev Never deployed: a node is told to imagine it (state overrides) at `DIRECTOR` and at the address of
/// each actor. The director is sent an `Act[]` and answers with an `Outcome[]`. To everybody else an actor is
/// what it is on chain: its own code, imagined at `understudy`, answers in its name, and an account without code
/// accepts Ether and tokens. Twin in TypeScript: `api/protocol/sale/simulate.ts`.
contract Simulation {
    /// @dev Nobody's address.
    address private constant DIRECTOR = address(uint160(uint256(keccak256("simulation: director"))));

    /// @dev Tells an actor's address from its understudy's.
    uint160 private constant UNDERSTUDY = uint160(uint256(keccak256("simulation: understudy")));

    /// @dev No named functions: their selectors could be those of an actor's own.
    fallback(bytes calldata input) external payable returns (bytes memory) {
        if (address(this) == DIRECTOR) return abi.encode(_direct(abi.decode(input, (Act[]))));
        if (msg.sender == DIRECTOR) return _act(abi.decode(input, (Act)));
        return _beOneself(input);
    }

    /// @dev Sends each actor its act; one that fails leaves the others as they are.
    function _direct(Act[] memory acts) private returns (Outcome[] memory outcomes) {
        outcomes = new Outcome[](acts.length);
        for (uint256 i = 0; i < acts.length; ++i) {
            (outcomes[i].succeeded, outcomes[i].data) = acts[i].actor.call(abi.encode(acts[i]));
        }
    }

    function _act(Act memory act) private returns (bytes memory) {
        (bool succeeded, bytes memory answer) = act.target.call{value: act.value}(act.data);
        return _pass(succeeded, answer);
    }

    /// @dev Answers as the account does on chain.
    function _beOneself(bytes calldata input) private returns (bytes memory) {
        address understudy = address(uint160(address(this)) ^ UNDERSTUDY);
        if (understudy.code.length != 0) {
            (bool succeeded, bytes memory answer) = understudy.delegatecall(input);
            return _pass(succeeded, answer);
        }
        // A receiver of tokens answers with the selector that it is asked by.
        return input.length < 4 ? bytes("") : abi.encode(bytes4(input[:4]));
    }

    /// @dev Returns or reverts with an answer as it is.
    function _pass(bool succeeded, bytes memory answer) private pure returns (bytes memory) {
        if (succeeded) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
