// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Who may transfer one token, in one storage slot. A transfer ends it without touching it.
///
/// | bits    | field     |                                                    |
/// | ------- | --------- | -------------------------------------------------- |
/// | 0–159   | approved  | may transfer the token                             |
/// | 160–239 | transfers | while this is how often the token has been moved   |
/// | 240–255 | free      | `approvedAt` compares them too: mask it first      |
type PackedApproval is uint256;

using {approvedAt} for PackedApproval global;

function newApproval(address approved, uint256 transfers) pure returns (PackedApproval) {
    return PackedApproval.wrap(uint160(approved) | (transfers << 160));
}

/// @dev Who may transfer a token that has been transferred so often; zero if nobody.
function approvedAt(PackedApproval word, uint256 transfers) pure returns (address) {
    bool holds = PackedApproval.unwrap(word) >> 160 == transfers;
    return holds ? address(uint160(PackedApproval.unwrap(word))) : address(0);
}
