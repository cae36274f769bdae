// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721} from "@openzeppelin/contracts/token/ERC721/IERC721.sol";

/// @dev Returns a call of one of the three transfer functions, chosen by `seed`.
function transferCall(
    uint256 seed,
    address from,
    address to,
    uint256 tokenId
) pure returns (bytes memory) {
    if (seed % 3 == 0) return abi.encodeCall(IERC721.transferFrom, (from, to, tokenId));
    bytes4 safe = bytes4(keccak256("safeTransferFrom(address,address,uint256)"));
    if (seed % 3 == 1) return abi.encodeWithSelector(safe, from, to, tokenId);
    bytes4 safeWithData = bytes4(keccak256("safeTransferFrom(address,address,uint256,bytes)"));
    return abi.encodeWithSelector(safeWithData, from, to, tokenId, abi.encode(seed));
}
