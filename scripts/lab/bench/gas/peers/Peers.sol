// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721Psi} from "erc721psi/contracts/ERC721Psi.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ERC721A} from "erc721a/contracts/ERC721A.sol";
import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import {ERC721PsiAddressData} from "erc721psi/contracts/extension/ERC721PsiAddressData.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {PeerCollection} from "./PeerCollection.sol";
import {ERC721 as SoladyERC721} from "solady/src/tokens/ERC721.sol";

/// @notice The collection on OpenZeppelin's ERC721Enumerable.
/// @dev Has all features of our contract: arbitrary ids, and both enumerations.
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

    function _baseURI() internal view override returns (string memory) {
        return _metadataURI;
    }

    function _mintBatch(address to, uint256 firstTokenId, uint256 quantity) internal override {
        for (uint256 i = 0; i < quantity; ++i) _mint(to, firstTokenId + i);
    }
}

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

    function _baseURI() internal view override returns (string memory) {
        return _metadataURI;
    }

    function _mintBatch(address to, uint256, uint256 quantity) internal override {
        _mint(to, quantity);
    }

    function _startTokenId() internal pure override returns (uint256) {
        return 1;
    }
}

/// @notice The collection on solady's ERC721, which mints one id at a time.
/// @dev Lacks enumeration. Counts the total supply here, because the cap needs it.
contract SoladyPeer is PeerCollection, SoladyERC721 {
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
        return string.concat(_metadataURI, Strings.toString(tokenId));
    }

    function _mintBatch(address to, uint256 firstTokenId, uint256 quantity) internal override {
        _supply += quantity;
        for (uint256 i = 0; i < quantity; ++i) _mint(to, firstTokenId + i);
    }
}

/// @notice The collection on ERC721Psi without extensions: its cheapest case.
/// @dev Lacks enumeration by index, arbitrary phase ranges (its ids are sequential, from 0) and stored balances:
/// `balanceOf` reads every token. Unlike all others, its mints and transfers write no balance.
contract ERC721PsiPeer is PeerCollection, ERC721Psi {
    constructor(
        string memory baseURI,
        address signer
    ) PeerCollection(baseURI, signer) ERC721Psi("Fringe Drifters", "FD") {}

    function totalSupply() public view override(PeerCollection, ERC721Psi) returns (uint256) {
        return ERC721Psi.totalSupply();
    }

    function _baseURI() internal view override returns (string memory) {
        return _metadataURI;
    }

    function _mintBatch(address to, uint256, uint256 quantity) internal override {
        _mint(to, quantity);
    }
}

/// @notice The collection on ERC721Psi with the extension that stores each owner's balance.
/// @dev Lacks enumeration by index and arbitrary phase ranges: its ids are sequential, from 0.
contract ERC721PsiBalancePeer is PeerCollection, ERC721PsiAddressData {
    constructor(
        string memory baseURI,
        address signer
    ) PeerCollection(baseURI, signer) ERC721Psi("Fringe Drifters", "FD") {}

    function totalSupply() public view override(PeerCollection, ERC721Psi) returns (uint256) {
        return ERC721Psi.totalSupply();
    }

    function _baseURI() internal view override returns (string memory) {
        return _metadataURI;
    }

    function _mintBatch(address to, uint256, uint256 quantity) internal override {
        _mint(to, quantity);
    }
}
