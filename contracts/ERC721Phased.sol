// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Enumeration} from "./Enumeration.sol";
import {IPhasedCollection} from "./interfaces/IPhasedCollection.sol";
import {newApproval} from "./types/PackedApproval.sol";
import {PackedBatch} from "./types/PackedBatch.sol";

/// @title ERC-721 token core with phases
/// @notice Minting from phases, enumeration, approvals, transfers.
/// @dev The inheriting contract checks payment and permission to mint. Tokens cannot be burned. Invariants:
/// - a token exists <=> its id lies in [startingPoint, startingPoint + currentCount) of a phase;
/// - every existing token has exactly one owner.
abstract contract ERC721Phased is Enumeration {
    // Minting

    /// @dev Mints `quantity` unowned tokens to one address. The caller must call `_requireReceiverOf` afterwards.
    function _mint(address to, uint256 firstTokenId, uint256 quantity) internal {
        // Ids are below 2^64.
        unchecked {
            uint256 lastTokenId = firstTokenId + quantity - 1;
            _assignBatch(to, firstTokenId, lastTokenId);
            _emitMintTransfers(to, firstTokenId, lastTokenId);
        }
    }

    /// @dev Emits Transfer(address(0), to, tokenId) for each token.
    function _emitMintTransfers(address to, uint256 firstTokenId, uint256 lastTokenId) private {
        bytes32 selector = Transfer.selector;
        assembly ("memory-safe") {
            for {
                let tokenId := firstTokenId
            } iszero(gt(tokenId, lastTokenId)) {
                tokenId := add(tokenId, 1)
            } {
                log4(0x00, 0x00, selector, 0, to, tokenId)
            }
        }
    }

    /// @dev Like `_mint`, but mints one unowned token to each address.
    function _mintEach(address[] calldata receivers, uint256 firstTokenId) internal {
        uint256 tokenId = firstTokenId;
        for (uint256 i = 0; i < receivers.length; ++i) {
            address to = receivers[i];
            if (to == address(0)) revert MintToZeroAddress();
            _assignBatch(to, tokenId, tokenId);
            emit Transfer(address(0), to, tokenId);
            ++tokenId;
        }
    }

    // Ownership

    /// @inheritdoc IERC721
    function ownerOf(uint256 tokenId) external view returns (address owner) {
        (PackedBatch batch, ) = _requireMinted(tokenId);
        return batch.ownerOf();
    }

    /// @inheritdoc IERC721
    function balanceOf(address owner) external view returns (uint256) {
        if (owner == address(0)) revert BalanceQueryForZeroAddress();
        return _owners[owner].account.balance();
    }

    /// @dev Whether the token is minted.
    function _exists(uint256 tokenId) internal view returns (bool) {
        (PackedBatch batch, ) = _find(tokenId);
        return !batch.isEmpty();
    }

    function _requireMinted(
        uint256 tokenId
    ) private view returns (PackedBatch batch, uint256 anchor) {
        (batch, anchor) = _find(tokenId);
        if (batch.isEmpty()) revert OwnerQueryForNonexistentToken();
    }

    // Approvals

    /// @inheritdoc IERC721
    function approve(address to, uint256 tokenId) external {
        // Check: the caller is the owner or an operator, and `to` is not the owner.
        (PackedBatch batch, ) = _requireMinted(tokenId);
        address owner = batch.ownerOf();
        if (to == owner) revert ApprovalToCurrentOwner();
        if (msg.sender != owner && !isApprovedForAll(owner, msg.sender)) {
            revert ApprovalCallerNotOwnerNorApproved();
        }

        // Effect: approve one address until the token's next transfer.
        _tokens[tokenId].approval = newApproval(to, batch.transfersOf());
        emit Approval(owner, to, tokenId);
    }

    /// @inheritdoc IERC721
    function getApproved(uint256 tokenId) external view returns (address) {
        (PackedBatch batch, ) = _find(tokenId);
        if (batch.isEmpty()) revert ApprovalQueryForNonexistentToken();
        return _tokens[tokenId].approval.approvedAt(batch.transfersOf());
    }

    /// @inheritdoc IERC721
    function setApprovalForAll(address operator, bool approved) external {
        // Check: the operator is not the caller.
        if (operator == msg.sender) revert ApproveToCaller();

        // Effect: set the operator's permission for all of the caller's tokens.
        _owners[msg.sender].isOperator[operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @inheritdoc IERC721
    function isApprovedForAll(address owner, address operator) public view returns (bool) {
        return _owners[owner].isOperator[operator];
    }

    // Transfers

    /// @inheritdoc IERC721
    function transferFrom(address from, address to, uint256 tokenId) public {
        // Check: `from` is the owner, the caller is approved, and `to` is not zero.
        (PackedBatch batch, uint256 anchor) = _requireMinted(tokenId);
        if (batch.ownerOf() != from) revert TransferFromIncorrectOwner();
        if (
            msg.sender != from &&
            msg.sender != _tokens[tokenId].approval.approvedAt(batch.transfersOf()) &&
            !isApprovedForAll(from, msg.sender)
        ) revert TransferCallerNotOwnerNorApproved();
        if (to == address(0)) revert TransferToZeroAddress();

        // Effect: move the token and count the transfer, which ends its approval.
        _move(from, to, tokenId, batch, anchor);
        emit Transfer(from, to, tokenId);
    }

    /// @inheritdoc IERC721
    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    /// @inheritdoc IERC721
    function safeTransferFrom(
        address from,
        address to,
        uint256 tokenId,
        bytes memory _data
    ) public {
        transferFrom(from, to, tokenId);

        // Interaction: a receiving contract must accept the token.
        _requireReceiver(from, to, tokenId, _data);
    }

    /// @dev Calls a receiving contract back for each minted token.
    function _requireReceiverOf(address to, uint256 firstTokenId, uint256 quantity) internal {
        if (to.code.length == 0) return;
        for (uint256 i = 0; i < quantity; ++i) {
            _requireReceiver(address(0), to, firstTokenId + i, "");
        }
    }

    /// @dev Calls a receiving contract back and requires the selector of onERC721Received, ABI-encoded in at least 32
    /// bytes. Bubbles up the receiver's revert reason. This is a low-level call because `try` reverts without a reason
    /// when it cannot decode the return data.
    function _requireReceiver(
        address from,
        address to,
        uint256 tokenId,
        bytes memory data
    ) internal {
        if (to.code.length == 0) return;
        (bool success, bytes32 answer, ) = LowLevelCall.callReturn64Bytes(
            to,
            abi.encodeCall(IERC721Receiver.onERC721Received, (msg.sender, from, tokenId, data))
        );
        uint256 sizeOfResponse = LowLevelCall.returnDataSize();
        if (!success && sizeOfResponse != 0) LowLevelCall.bubbleRevert();
        if (!success || sizeOfResponse < 32 || answer != IERC721Receiver.onERC721Received.selector) {
            revert TransferToNonERC721ReceiverImplementer();
        }
    }

    // Introspection

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return
            interfaceId == type(IERC165).interfaceId ||
            interfaceId == type(IERC721).interfaceId ||
            interfaceId == type(IERC721Metadata).interfaceId ||
            interfaceId == type(IERC721Enumerable).interfaceId ||
            interfaceId == type(IERC2981).interfaceId ||
            interfaceId == bytes4(0x49064906); // ERC-4906 defines no functions, so its id is fixed.
    }
}
