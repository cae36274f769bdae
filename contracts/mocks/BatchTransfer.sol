// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";

/// @notice Operator that transfers many tokens in one transaction.
contract BatchTransfer {
    /// @notice Transfers the tokens in the given order; their owner must have approved this contract.
    function transferAll(
        IERC721 collection,
        address from,
        address to,
        uint256[] calldata tokenIds
    ) external {
        for (uint256 i = 0; i < tokenIds.length; ++i) collection.transferFrom(from, to, tokenIds[i]);
    }
}
