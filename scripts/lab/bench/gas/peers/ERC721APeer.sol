// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {PeerCollection} from "./PeerCollection.sol";

/// @notice The collection on ERC721A, with ids in sequence: its cheapest case.
/// @dev Lacks enumeration and arbitrary phase ranges: its ids are sequential. Its spot minting would allow any id,
/// but writes an owner's slot for each token.
contract ERC721APeer is PeerCollection, ERC721A {
    constructor(
        string memory baseURI,
        address signer
    ) PeerCollection(baseURI, signer) ERC721A("Fringe Drifters", "FD") {}

    function totalSupply() public view override(PeerCollection, ERC721A) returns (uint256) {
        return ERC721A.totalSupply();
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        if (!_exists(tokenId)) revert URIQueryForNonexistentToken();
        return _uriOf(tokenId);
    }

    function _mintBatch(address to, uint256, uint256 quantity) internal override {
        _mint(to, quantity);
    }

    function _startTokenId() internal pure override returns (uint256) {
        return 1;
    }
}
