// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev A call by one account in a simulation.
struct SimulationCall {
    address from;
    address to;
    uint256 value;
    bytes data;
}

/// @dev Outcome of a call: the target's return data or revert data.
struct Outcome {
    bool succeeded;
    bytes data;
}

/// @title Simulation
/// @notice Simulates calls from several accounts in sequence within one `eth_call`, for example a mint after a
/// hypothetical call by the owner.
/// @dev Never deployed: state overrides put this code at `DISPATCHER` and at each caller's address. The dispatcher
/// receives a `SimulationCall[]` and returns an `Outcome[]`. Calls to a caller's address are delegated to the caller's
/// own code, which an override relocates; a caller without code accepts Ether and tokens. The TypeScript counterpart is
/// `api/sale/simulate.ts`.
contract Simulation {
    /// @dev An unused address.
    address private constant DISPATCHER = address(uint160(uint256(keccak256("simulation: dispatcher"))));

    /// @dev XOR mask between a caller's address and the address of its relocated code.
    uint160 private constant RELOCATION_MASK = uint160(uint256(keccak256("simulation: relocation")));

    /// @dev The only entry point: named functions could share selectors with a caller's code.
    fallback(bytes calldata input) external payable returns (bytes memory) {
        if (address(this) == DISPATCHER) return abi.encode(_dispatch(abi.decode(input, (SimulationCall[]))));
        if (msg.sender == DISPATCHER) return _call(abi.decode(input, (SimulationCall)));
        return _runOwnCode(input);
    }

    /// @dev Forwards each call to its caller; a failed call does not affect the remaining calls.
    function _dispatch(SimulationCall[] memory calls) private returns (Outcome[] memory outcomes) {
        outcomes = new Outcome[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) {
            (outcomes[i].succeeded, outcomes[i].data) = calls[i].from.call(abi.encode(calls[i]));
        }
    }

    function _call(SimulationCall memory request) private returns (bytes memory) {
        (bool succeeded, bytes memory answer) = request.to.call{value: request.value}(request.data);
        return _returnOrRevert(succeeded, answer);
    }

    /// @dev Runs the caller's own code, or accepts the call as an account without code does.
    function _runOwnCode(bytes calldata input) private returns (bytes memory) {
        address ownCode = address(uint160(address(this)) ^ RELOCATION_MASK);
        if (ownCode.code.length != 0) {
            (bool succeeded, bytes memory answer) = ownCode.delegatecall(input);
            return _returnOrRevert(succeeded, answer);
        }
        // Token callbacks must return their own selector.
        return input.length < 4 ? bytes("") : abi.encode(bytes4(input[:4]));
    }

    /// @dev Returns the data, or reverts with it.
    function _returnOrRevert(bool succeeded, bytes memory answer) private pure returns (bytes memory) {
        if (succeeded) return answer;
        assembly ("memory-safe") {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
