// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Address approved for one token, in one storage slot. A transfer invalidates it without a write,
/// except at `MAX_TRANSFERS`.
///
/// | bits    | field     |                                                    |
/// | ------- | --------- | -------------------------------------------------- |
/// | 0–159   | approved  | may transfer the token                             |
/// | 160–166 | transfers | the token's transfer count for which it is valid   |
/// | 167–255 | free      | `approvedAt` compares these bits: mask them first  |
type PackedApproval is uint256;

using {approvedAt} for PackedApproval global;

function newApproval(address approved, uint256 transfers) pure returns (PackedApproval) {
    return PackedApproval.wrap(uint160(approved) | (transfers << 160));
}

/// @dev Returns the approved address at a transfer count; zero if there is none.
function approvedAt(PackedApproval packed, uint256 transfers) pure returns (address) {
    bool holds = PackedApproval.unwrap(packed) >> 160 == transfers;
    return holds ? address(uint160(PackedApproval.unwrap(packed))) : address(0);
}
