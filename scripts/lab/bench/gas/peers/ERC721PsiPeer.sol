// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// This package has its own, older OpenZeppelin with a different `Context`.
import {Context as OldContext, ERC721Psi} from "erc721psi/contracts/ERC721Psi.sol";
import {Context} from "@openzeppelin/contracts/utils/Context.sol";
import {PeerCollection} from "./PeerCollection.sol";

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
