// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721PsiCollection} from "./ERC721PsiCollection.sol";

/// @notice The collection on ERC721Psi without extensions: its cheapest case.
/// @dev `balanceOf` reads every token. A mint or transfer writes no balance, unlike in all other collections.
contract ERC721PsiPeer is ERC721PsiCollection {
    constructor(string memory baseURI, address signer) ERC721PsiCollection(baseURI, signer) {}
}
