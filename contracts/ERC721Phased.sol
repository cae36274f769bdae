// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC165} from "@openzeppelin/contracts/interfaces/IERC165.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721} from "@openzeppelin/contracts/interfaces/IERC721.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {IFringeDrifters} from "./interfaces/IFringeDrifters.sol";

/// @title ERC-721 token core with phases
/// @notice Who owns which id: phases that reserve ids, minting from them, enumeration, approvals, transfers.
/// @dev It decides nothing about money or permission to mint. A token exists once it is minted, and for
/// ever: nothing burns. Invariants:
/// - no id lies in two phases;
/// - a token exists <=> its id lies in [startingPoint, startingPoint + currentCount) of a phase;
/// - the tokens of all owners together are the existing tokens, each once;
/// - `totalSupply() <= MAX_SUPPLY`.
abstract contract ERC721Phased is IFringeDrifters {
    /// @dev A token's owner, and its position among that owner's tokens, in one storage slot.
    struct Holding {
        address owner;
        uint96 index;
    }

    /// @inheritdoc IFringeDrifters
    uint256 public constant MAX_SUPPLY = 10_000;

    /// @inheritdoc IFringeDrifters
    /// @dev A gift of this size to new holders costs about half the gas that one transaction may use.
    uint256 public constant HARD_BATCH_LIMIT = 100;

    /// @dev All phases, in order of creation.
    Phase[] private _phases;

    /// @dev Their names, at the same positions.
    string[] private _phaseNames;

    /// @dev Their positions plus one; zero for a name that was never set.
    mapping(string phaseName => uint256) private _phaseNumbers;

    mapping(uint256 tokenId => Holding) private _holdings;
    mapping(address owner => uint64[] tokenIds) private _tokensOf;
    mapping(uint256 tokenId => address) private _tokenApprovals;
    mapping(address owner => mapping(address operator => bool)) private _operatorApprovals;

    // Phases

    /// @inheritdoc IFringeDrifters
    function AllPhases(
        string memory PhaseName
    ) public view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount) {
        uint256 number = _phaseNumbers[PhaseName];
        if (number == 0) return (0, 0, 0);
        Phase memory phase = _phases[number - 1];
        return (phase.startingPoint, phase.endPoint, phase.currentCount);
    }

    /// @inheritdoc IFringeDrifters
    function getSupplyForPhase(string calldata PhaseName) external view returns (uint64) {
        (, , uint64 currentCount) = AllPhases(PhaseName);
        return currentCount;
    }

    /// @dev Creates a phase or changes its range.
    function _adjustPhase(string calldata phaseName, uint64 startPoint, uint64 endPoint) internal {
        // Check: the range is one, no longer than the collection, and nobody else's.
        if (endPoint < startPoint) revert PhaseBoundsReversed(startPoint, endPoint);
        if (endPoint - startPoint > MAX_SUPPLY) revert ExceedsCurrentSupply();
        uint256 number = _phaseNumbers[phaseName];
        _requireDisjoint(number, startPoint, endPoint);

        // Effect: a new phase takes the next number, a known one keeps what it has minted.
        if (number == 0) {
            _phases.push(Phase(startPoint, endPoint, 0));
            _phaseNames.push(phaseName);
            _phaseNumbers[phaseName] = _phases.length;
        } else {
            _moveBounds(_phases[number - 1], startPoint, endPoint);
        }
        emit PhaseAdjusted(phaseName, startPoint, endPoint);
    }

    /// @dev Requires that [`startPoint`, `endPoint`) meets no phase but the one with that number.
    function _requireDisjoint(uint256 number, uint64 startPoint, uint64 endPoint) private view {
        for (uint256 i = 0; i < _phases.length; ++i) {
            Phase memory other = _phases[i];
            uint256 sharedStart = Math.max(startPoint, other.startingPoint);
            uint256 sharedEnd = Math.min(endPoint, other.endPoint);
            if (i + 1 != number && sharedStart < sharedEnd) revert PhaseOverlaps(_phaseNames[i]);
        }
    }

    /// @dev Changes a phase's range around the tokens it has minted.
    function _moveBounds(Phase storage phase, uint64 startPoint, uint64 endPoint) private {
        // Check: no minted token leaves the phase.
        uint64 currentStart = phase.startingPoint;
        uint64 minted = phase.currentCount;
        if (minted != 0) {
            if (startPoint != currentStart) revert PhaseStartMoved(currentStart, startPoint);
            uint64 minimumEnd = currentStart + minted;
            if (endPoint < minimumEnd) revert PhaseEndBelowMinted(minimumEnd, endPoint);
        }

        // Effect: the phase has its new range.
        phase.startingPoint = startPoint;
        phase.endPoint = endPoint;
    }

    // Minting

    /// @dev Mints the next `quantity` tokens of a phase to one address and returns the first id. The caller
    /// calls contracts back afterwards, with `_requireReceiver`.
    function _mint(
        address to,
        string memory phaseName,
        uint256 quantity
    ) internal returns (uint64 firstTokenId) {
        firstTokenId = _takeFromPhase(phaseName, quantity);
        for (uint64 i = 0; i < quantity; ++i) _create(to, firstTokenId + i);
    }

    /// @dev Mints the next token of a phase to each address, otherwise like `_mint`.
    function _mintEach(
        address[] calldata receivers,
        string memory phaseName
    ) internal returns (uint64 firstTokenId) {
        firstTokenId = _takeFromPhase(phaseName, receivers.length);
        for (uint64 i = 0; i < receivers.length; ++i) _create(receivers[i], firstTokenId + i);
    }

    /// @dev Takes the next `quantity` ids of a phase and returns the first of them.
    function _takeFromPhase(
        string memory phaseName,
        uint256 quantity
    ) private returns (uint64 firstTokenId) {
        // Check: a possible batch, and the phase and the collection have as many left.
        if (quantity == 0) revert MintZeroQuantity();
        if (quantity > HARD_BATCH_LIMIT) revert ExceedsAllowedBatch();
        (uint64 startingPoint, uint64 endPoint, uint64 currentCount) = AllPhases(phaseName);
        firstTokenId = startingPoint + currentCount;
        if (quantity > endPoint - firstTokenId) revert PastSupply();
        if (totalSupply() + quantity > MAX_SUPPLY) revert ExceedsCurrentSupply();

        // Effect: the ids are taken. The quantity fits, as it is at most the length of a phase.
        _phases[_phaseNumbers[phaseName] - 1].currentCount = currentCount + uint64(quantity);
    }

    /// @dev Gives a new token its first owner.
    function _create(address to, uint64 tokenId) private {
        if (to == address(0)) revert MintToZeroAddress();
        _addToOwner(to, tokenId);
        emit Transfer(address(0), to, tokenId);
    }

    // Enumeration

    /// @inheritdoc IERC721Enumerable
    function totalSupply() public view returns (uint256 supply) {
        for (uint256 i = 0; i < _phases.length; ++i) supply += _phases[i].currentCount;
    }

    /// @inheritdoc IERC721Enumerable
    /// @dev Runs through the phases in order of creation.
    function tokenByIndex(uint256 index) external view returns (uint256) {
        for (uint256 i = 0; i < _phases.length; ++i) {
            Phase memory phase = _phases[i];
            if (index < phase.currentCount) return phase.startingPoint + index;
            index -= phase.currentCount;
        }
        revert ExceedsCurrentSupply();
    }

    /// @inheritdoc IERC721Enumerable
    /// @dev The order of an owner's tokens is any, and changes when one of them leaves.
    function tokenOfOwnerByIndex(address owner, uint256 index) external view returns (uint256) {
        if (index >= balanceOf(owner)) revert IndexExceedsOwnerBounds();
        return _tokensOf[owner][index];
    }

    // Ownership

    /// @inheritdoc IERC721
    function ownerOf(uint256 tokenId) public view returns (address owner) {
        owner = _holdings[tokenId].owner;
        if (owner == address(0)) revert OwnerQueryForNonexistentToken();
    }

    /// @inheritdoc IERC721
    function balanceOf(address owner) public view returns (uint256) {
        if (owner == address(0)) revert BalanceQueryForZeroAddress();
        return _tokensOf[owner].length;
    }

    /// @dev Whether the token is minted.
    function _exists(uint256 tokenId) internal view returns (bool) {
        return _holdings[tokenId].owner != address(0);
    }

    function _addToOwner(address owner, uint64 tokenId) private {
        uint64[] storage tokens = _tokensOf[owner];
        _holdings[tokenId] = Holding(owner, uint96(tokens.length));
        tokens.push(tokenId);
    }

    /// @dev The owner's last token moves into the place that becomes free.
    function _removeFromOwner(address owner, uint256 tokenId) private {
        uint64[] storage tokens = _tokensOf[owner];
        uint64 lastTokenId = tokens[tokens.length - 1];
        uint96 index = _holdings[tokenId].index;
        tokens[index] = lastTokenId;
        _holdings[lastTokenId].index = index;
        tokens.pop();
    }

    // Approvals

    /// @inheritdoc IERC721
    function approve(address to, uint256 tokenId) external {
        // Check: the caller may speak for the owner, who needs no approval.
        address owner = ownerOf(tokenId);
        if (to == owner) revert ApprovalToCurrentOwner();
        if (msg.sender != owner && !isApprovedForAll(owner, msg.sender)) {
            revert ApprovalCallerNotOwnerNorApproved();
        }

        // Effect: one address may transfer this token.
        _tokenApprovals[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    /// @inheritdoc IERC721
    function getApproved(uint256 tokenId) external view returns (address) {
        if (!_exists(tokenId)) revert ApprovalQueryForNonexistentToken();
        return _tokenApprovals[tokenId];
    }

    /// @inheritdoc IERC721
    function setApprovalForAll(address operator, bool approved) external {
        // Check: the operator is somebody else.
        if (operator == msg.sender) revert ApproveToCaller();

        // Effect: the operator may, or may no longer, act for all tokens of the caller.
        _operatorApprovals[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @inheritdoc IERC721
    function isApprovedForAll(address owner, address operator) public view returns (bool) {
        return _operatorApprovals[owner][operator];
    }

    // Transfers

    /// @inheritdoc IERC721
    function transferFrom(address from, address to, uint256 tokenId) public {
        // Check: it is theirs, the caller may, and it arrives somewhere.
        if (ownerOf(tokenId) != from) revert TransferFromIncorrectOwner();
        if (!_mayTransfer(msg.sender, from, tokenId)) revert TransferCallerNotOwnerNorApproved();
        if (to == address(0)) revert TransferToZeroAddress();

        // Effect: the token has a new owner, and the old one's approval is gone. Ids of existing tokens fit.
        delete _tokenApprovals[tokenId];
        _removeFromOwner(from, tokenId);
        _addToOwner(to, uint64(tokenId));
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

        // Interaction: a contract is asked whether it knows what to do with a token.
        _requireReceiver(from, to, tokenId, _data);
    }

    function _mayTransfer(
        address caller,
        address owner,
        uint256 tokenId
    ) private view returns (bool) {
        return
            caller == owner ||
            caller == _tokenApprovals[tokenId] ||
            isApprovedForAll(owner, caller);
    }

    /// @dev Calls a receiving contract back, and requires the answer of an ERC-721 receiver. A receiver's own
    /// revert reason reaches the caller. A low-level call, because a `try` reverts without a reason on an
    /// answer that it cannot decode.
    function _requireReceiver(
        address from,
        address to,
        uint256 tokenId,
        bytes memory data
    ) internal {
        if (to.code.length == 0) return;
        (bool success, bytes memory answer) = to.call(
            abi.encodeCall(IERC721Receiver.onERC721Received, (msg.sender, from, tokenId, data))
        );
        if (!success && answer.length != 0) LowLevelCall.bubbleRevert(answer);
        if (!success || bytes32(answer) != bytes32(IERC721Receiver.onERC721Received.selector)) {
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
            interfaceId == bytes4(0x49064906); // ERC-4906, whose id is not that of its functions: it has none.
    }
}
