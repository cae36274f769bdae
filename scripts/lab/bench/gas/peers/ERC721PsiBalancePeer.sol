// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// This package has its own, older OpenZeppelin with a different `Context`.
import {Context as OldContext, ERC721Psi} from "erc721psi/contracts/ERC721Psi.sol";
import {ERC721PsiAddressData} from "erc721psi/contracts/extension/ERC721PsiAddressData.sol";
import {Context} from "@openzeppelin/contracts/utils/Context.sol";
import {PeerCollection} from "./PeerCollection.sol";

/// @notice The collection on ERC721Psi with its extension that keeps a balance for each owner.
/// @dev Lacks enumeration by index and arbitrary phase ranges: its ids are sequential, from 0.
contract ERC721PsiBalancePeer is PeerCollection, ERC721PsiAddressData {
    constructor(
        string memory baseURI,
        address signer
    ) PeerCollection(baseURI, signer) ERC721Psi("Fringe Drifters", "FD") {}

    function totalSupply() public view override(PeerCollection, ERC721Psi) returns (uint256) {
        return ERC721Psi.totalSupply();
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        ownerOf(tokenId);
        return _uriOf(tokenId);
    }

    function _mintBatch(address to, uint256, uint256 quantity) internal override {
        _mint(to, quantity);
    }

    function _msgSender() internal view override(Context, OldContext) returns (address) {
        return msg.sender;
    }

    function _msgData() internal pure override(Context, OldContext) returns (bytes calldata) {
        return msg.data;
    }

    function _contextSuffixLength() internal pure override(Context, OldContext) returns (uint256) {
        return 0;
    }
}
