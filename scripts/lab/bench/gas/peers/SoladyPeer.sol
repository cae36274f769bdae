// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "solady/src/tokens/ERC721.sol";
import {PeerCollection} from "./PeerCollection.sol";

/// @notice The collection on solady's ERC721, which mints one id at a time.
/// @dev Lacks enumeration and a total supply, which the cap needs, so it is counted here.
contract SoladyPeer is PeerCollection, ERC721 {
    uint256 private _supply;

    constructor(string memory baseURI, address signer) PeerCollection(baseURI, signer) {}

    function name() public pure override returns (string memory) {
        return "Fringe Drifters";
    }

    function symbol() public pure override returns (string memory) {
        return "FD";
    }

    function totalSupply() public view override returns (uint256) {
        return _supply;
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        if (!_exists(tokenId)) revert TokenDoesNotExist();
        return _uriOf(tokenId);
    }

    function _mintBatch(address to, uint256 firstTokenId, uint256 quantity) internal override {
        _supply += quantity;
        for (uint256 i = 0; i < quantity; ++i) _mint(to, firstTokenId + i);
    }
}
