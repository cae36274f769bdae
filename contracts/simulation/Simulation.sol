// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A call by one account in a simulation.
struct Act {
    address actor;
    address target;
    uint256 value;
    bytes data;
}

/// @dev Outcome of an act: the target's return data or revert data.
struct Outcome {
    bool succeeded;
    bytes data;
}

/// @title Simulation
/// @notice Simulates calls of several accounts in sequence within one `eth_call`, for example a mint after a
/// hypothetical call of the owner.
/// @dev Never deployed: state overrides put this code at `DIRECTOR` and at each actor's address. The director
/// receives an `Act[]` and returns an `Outcome[]`. Calls to an actor by others are delegated to its own code,
/// which an override puts at its understudy's address; an actor without code accepts Ether and tokens. The
/// TypeScript counterpart is `api/protocol/sale/simulate.ts`.
contract Simulation {
    /// @dev An unused address.
    address private constant DIRECTOR = address(uint160(uint256(keccak256("simulation: director"))));

    /// @dev Mask between an actor's address and its understudy's.
    uint160 private constant UNDERSTUDY = uint160(uint256(keccak256("simulation: understudy")));

    /// @dev Only a fallback: named functions could share selectors with an actor's code.
    fallback(bytes calldata input) external payable returns (bytes memory) {
        if (address(this) == DIRECTOR) return abi.encode(_direct(abi.decode(input, (Act[]))));
        if (msg.sender == DIRECTOR) return _act(abi.decode(input, (Act)));
        return _beOneself(input);
    }

    /// @dev Sends each actor its act; a failed act does not affect the others.
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

    /// @dev Responds like the account on chain.
    function _beOneself(bytes calldata input) private returns (bytes memory) {
        address understudy = address(uint160(address(this)) ^ UNDERSTUDY);
        if (understudy.code.length != 0) {
            (bool succeeded, bytes memory answer) = understudy.delegatecall(input);
            return _pass(succeeded, answer);
        }
        // Token callbacks return the selector that they are called with.
        return input.length < 4 ? bytes("") : abi.encode(bytes4(input[:4]));
    }

    /// @dev Returns or reverts with unchanged data.
    function _pass(bool succeeded, bytes memory answer) private pure returns (bytes memory) {
        if (succeeded) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
