// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {PeerCollection} from "./PeerCollection.sol";

/// @notice The collection on OpenZeppelin's ERC721Enumerable.
/// @dev Has all features of ours: any ids, and both enumerations.
contract OpenZeppelinPeer is PeerCollection, ERC721Enumerable {
    constructor(
        string memory baseURI,
        address signer
    ) PeerCollection(baseURI, signer) ERC721("Fringe Drifters", "FD") {}

    function totalSupply()
        public
        view
        override(PeerCollection, ERC721Enumerable)
        returns (uint256)
    {
        return ERC721Enumerable.totalSupply();
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireOwned(tokenId);
        return _uriOf(tokenId);
    }

    function _mintBatch(address to, uint256 firstTokenId, uint256 quantity) internal override {
        for (uint256 i = 0; i < quantity; ++i) _mint(to, firstTokenId + i);
    }
}
