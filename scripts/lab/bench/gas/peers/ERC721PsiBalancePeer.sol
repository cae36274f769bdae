// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721Psi} from "erc721psi/contracts/ERC721Psi.sol";
import {ERC721PsiAddressData} from "erc721psi/contracts/extension/ERC721PsiAddressData.sol";
import {ERC721PsiCollection} from "./ERC721PsiCollection.sol";

/// @notice The collection on ERC721Psi with its extension that stores a balance for each owner.
contract ERC721PsiBalancePeer is ERC721PsiCollection, ERC721PsiAddressData {
    constructor(string memory baseURI, address signer) ERC721PsiCollection(baseURI, signer) {}

    function balanceOf(
        address owner
    ) public view override(ERC721Psi, ERC721PsiAddressData) returns (uint256) {
        return super.balanceOf(owner);
    }

    function _afterTokenTransfers(
        address from,
        address to,
        uint256 startTokenId,
        uint256 quantity
    ) internal override(ERC721Psi, ERC721PsiAddressData) {
        super._afterTokenTransfers(from, to, startTokenId, quantity);
    }
}
