// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {ERC721Utils} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Utils.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Ownable} from "solady/src/auth/Ownable.sol";
import {IPhasedCollection} from "../../../../../contracts/interfaces/IPhasedCollection.sol";
import {MintAuthorization} from "../../../../../contracts/libraries/MintAuthorization.sol";

/// @title The collection around a third-party token
/// @notice Sale, phases, administration and money by the rules of `IPhasedCollection`, written plainly, so that the gas
/// report can build the same contract on several ERC-721 implementations.
/// @dev For the gas report only, which compares the token implementations; this part is the same for all of them.
abstract contract PeerCollection is Ownable, EIP712 {
    using SafeERC20 for IERC20;

    /// @dev A phase, and whether it was ever set, in one storage slot.
    struct PhaseState {
        uint64 startingPoint;
        uint64 endPoint;
        uint64 currentCount;
        bool known;
    }

    uint256 public constant MAX_SUPPLY = 10_000;
    uint256 public constant HARD_BATCH_LIMIT = 100;

    bool public isMinting;
    uint256 public FD_PRICE = 0.08 ether;
    uint256 public MAXBATCH = 20;
    string public CURRENTPHASE;
    address public signerAddress;
    address public withdrawAddress;
    mapping(string phaseName => PhaseState) public AllPhases;
    mapping(string transactionID => bool) public usedTransactions;
    string[] private _phaseNames;
    string internal _metadataURI;

    constructor(string memory baseURI, address signer) EIP712("Fringe Drifters", "1") {
        _initializeOwner(msg.sender);
        _metadataURI = baseURI;
        signerAddress = signer;
        withdrawAddress = msg.sender;
    }

    // Provided by the token implementation

    /// @dev Mints `quantity` tokens from `firstTokenId` upwards, without calling `onERC721Received`.
    function _mintBatch(address to, uint256 firstTokenId, uint256 quantity) internal virtual;

    /// @dev Number of tokens.
    function totalSupply() public view virtual returns (uint256);

    // Sale

    function FringeMint(
        bytes32 hash,
        bytes calldata signature,
        string calldata transactionID,
        uint256 qty
    ) external payable {
        if (!isMinting) revert IPhasedCollection.NotMinting();
        if (qty == 0) revert IPhasedCollection.MintZeroQuantity();
        if (qty > MAXBATCH) revert IPhasedCollection.PastBoundsOfBatchLimit();
        string memory phase = CURRENTPHASE;
        bytes32 phaseHash = keccak256(bytes(phase));
        bytes32 idHash = keccak256(bytes(transactionID));
        bytes32 structHash = MintAuthorization.structHash(msg.sender, phaseHash, idHash, qty);
        (address recovered, , ) = ECDSA.tryRecoverCalldata(hash, signature);
        if (
            hash != _hashTypedDataV4(structHash) ||
            recovered == address(0) ||
            recovered != signerAddress ||
            usedTransactions[transactionID]
        ) revert IPhasedCollection.AuthenticationFailed();
        (bool fits, uint256 price) = Math.tryMul(qty, FD_PRICE);
        if (!fits || msg.value < price) revert IPhasedCollection.NotEnoughEth();

        usedTransactions[transactionID] = true;
        uint256 firstTokenId = _takeFromPhase(phase, qty);
        _mintBatch(msg.sender, firstTokenId, qty);

        for (uint256 i = firstTokenId; i < firstTokenId + qty; ++i) {
            ERC721Utils.checkOnERC721Received(msg.sender, address(0), msg.sender, i, "");
        }
        if (msg.value != price) Address.sendValue(payable(msg.sender), msg.value - price);
    }

    function _takeFromPhase(string memory phaseName, uint256 quantity) private returns (uint256) {
        if (quantity == 0) revert IPhasedCollection.MintZeroQuantity();
        if (quantity > HARD_BATCH_LIMIT) revert IPhasedCollection.ExceedsAllowedBatch();
        PhaseState memory phase = AllPhases[phaseName];
        uint64 firstTokenId = phase.startingPoint + phase.currentCount;
        if (quantity > phase.endPoint - firstTokenId) revert IPhasedCollection.PastSupply();
        if (totalSupply() + quantity > MAX_SUPPLY) revert IPhasedCollection.ExceedsCurrentSupply();
        AllPhases[phaseName].currentCount = phase.currentCount + uint64(quantity);
        return firstTokenId;
    }

    // Phases and administration

    function toggleMint() external onlyOwner {
        isMinting = !isMinting;
        emit IPhasedCollection.MintingToggled(isMinting);
    }

    function changePhase(string calldata newPhase) external onlyOwner {
        CURRENTPHASE = newPhase;
        emit IPhasedCollection.PhaseChanged(newPhase);
    }

    function adjustPhases(string calldata phaseName, uint64 start, uint64 end) external onlyOwner {
        if (end < start) revert IPhasedCollection.PhaseBoundsReversed(start, end);
        if (end - start > MAX_SUPPLY) revert IPhasedCollection.ExceedsCurrentSupply();
        _requireDisjoint(phaseName, start, end);
        PhaseState storage phase = AllPhases[phaseName];
        if (!phase.known) _phaseNames.push(phaseName);
        _requireMintedInside(phase, start, end);
        (phase.startingPoint, phase.endPoint, phase.known) = (start, end, true);
        emit IPhasedCollection.PhaseAdjusted(phaseName, start, end);
    }

    function _requireDisjoint(string calldata phaseName, uint64 start, uint64 end) private view {
        bytes32 nameHash = keccak256(bytes(phaseName));
        for (uint256 i = 0; i < _phaseNames.length; ++i) {
            string memory otherName = _phaseNames[i];
            if (keccak256(bytes(otherName)) == nameHash) continue;
            PhaseState memory other = AllPhases[otherName];
            uint256 sharedStart = Math.max(start, other.startingPoint);
            uint256 sharedEnd = Math.min(end, other.endPoint);
            if (sharedStart < sharedEnd) revert IPhasedCollection.PhaseOverlaps(otherName);
        }
    }

    function _requireMintedInside(PhaseState memory phase, uint64 start, uint64 end) private pure {
        if (phase.currentCount == 0) return;
        if (start != phase.startingPoint) {
            revert IPhasedCollection.PhaseStartMoved(phase.startingPoint, start);
        }
        uint64 minimumEnd = phase.startingPoint + phase.currentCount;
        if (end < minimumEnd) revert IPhasedCollection.PhaseEndBelowMinted(minimumEnd, end);
    }

    function adjustPrice(uint256 newPrice) external onlyOwner {
        FD_PRICE = newPrice;
        emit IPhasedCollection.PriceChanged(newPrice);
    }

    function adjustMaxBatch(uint256 newMaxBatch) external onlyOwner {
        MAXBATCH = newMaxBatch;
        emit IPhasedCollection.MaxBatchChanged(newMaxBatch);
    }

    function adjustSigner(address newSigner) external onlyOwner {
        signerAddress = newSigner;
        emit IPhasedCollection.SignerChanged(newSigner);
    }

    function changeWithdrawer(address newWithdrawer) external onlyOwner {
        withdrawAddress = newWithdrawer;
        emit IPhasedCollection.WithdrawAddressChanged(newWithdrawer);
    }

    function setBaseURI(string calldata baseURI) external onlyOwner {
        _metadataURI = baseURI;
        emit IERC4906.BatchMetadataUpdate(0, type(uint256).max);
    }

    function gift(string calldata phase, address[] calldata receivers) external onlyOwner {
        uint256 firstTokenId = _takeFromPhase(phase, receivers.length);
        for (uint256 i = 0; i < receivers.length; ++i) {
            _mintBatch(receivers[i], firstTokenId + i, 1);
        }
        for (uint256 i = 0; i < receivers.length; ++i) {
            address to = receivers[i];
            ERC721Utils.checkOnERC721Received(msg.sender, address(0), to, firstTokenId + i, "");
        }
    }

    // Money

    function totalBalance() public view returns (uint256) {
        return address(this).balance;
    }

    function withdrawFunds() external {
        if (msg.sender != withdrawAddress) revert IPhasedCollection.NotWithdrawAddress();
        emit IPhasedCollection.FundsWithdrawn(msg.sender, address(this).balance);
        Address.sendValue(payable(msg.sender), address(this).balance);
    }

    function withdrawERC20(address erc20Token) external {
        if (msg.sender != withdrawAddress) revert IPhasedCollection.NotWithdrawAddress();
        IERC20 token = IERC20(erc20Token);
        token.safeTransfer(msg.sender, token.balanceOf(address(this)));
    }
}
