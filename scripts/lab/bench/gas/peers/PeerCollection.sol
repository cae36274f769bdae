// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/interfaces/IERC721Receiver.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {LowLevelCall} from "@openzeppelin/contracts/utils/LowLevelCall.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {IFringeDrifters} from "../../../../../contracts/interfaces/IFringeDrifters.sol";

/// @title The collection around a foreign token
/// @notice Sale, phases, administration and money by the rules of `IFringeDrifters`, written plainly, so that
/// the gas report can put the same contract on several ERC-721 implementations.
/// @dev For the report only. The report compares the token implementations; this part is the same for all.
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
    bytes32 private constant AUTHORIZATION_TYPEHASH =
        keccak256(
            "MintAuthorization(address minter,string phase,string transactionID,uint256 qty)"
        );

    bool public isMinting;
    uint256 public FD_PRICE = 0.08 ether;
    uint256 public MAXBATCH = 20;
    string public CURRENTPHASE;
    address public signerAddress;
    address public withdrawAddress;
    mapping(string phaseName => PhaseState) public AllPhases;
    mapping(string transactionID => bool) public usedTransactions;
    string[] private _phaseNames;
    string private _uriBase;

    constructor(
        string memory baseURI,
        address startingSignerAddress
    ) Ownable(msg.sender) EIP712("Fringe Drifters", "1") {
        _uriBase = baseURI;
        signerAddress = startingSignerAddress;
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
        if (!isMinting) revert IFringeDrifters.NotMinting();
        if (qty == 0) revert IFringeDrifters.MintZeroQuantity();
        if (qty > MAXBATCH) revert IFringeDrifters.PastBoundsOfBatchLimit();
        string memory phase = CURRENTPHASE;
        bytes32 digest = _digest(phase, transactionID, qty);
        if (hash != digest || !_isSigned(digest, signature) || usedTransactions[transactionID]) {
            revert IFringeDrifters.AuthenticationFailed();
        }
        uint256 surplus = _surplusOver(qty);

        usedTransactions[transactionID] = true;
        uint256 firstTokenId = _takeFromPhase(phase, qty);
        _mintBatch(msg.sender, firstTokenId, qty);

        for (uint256 i = 0; i < qty; ++i) _requireReceiver(msg.sender, firstTokenId + i);
        if (surplus != 0) {
            (bool refunded, ) = msg.sender.call{value: surplus}("");
            if (!refunded) revert IFringeDrifters.RefundFailed();
        }
    }

    function _digest(
        string memory phase,
        string calldata transactionID,
        uint256 qty
    ) private view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                AUTHORIZATION_TYPEHASH,
                msg.sender,
                keccak256(bytes(phase)),
                keccak256(bytes(transactionID)),
                qty
            )
        );
        return _hashTypedDataV4(structHash);
    }

    function _isSigned(bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(
            digest,
            signature
        );
        return problem == ECDSA.RecoverError.NoError && recovered == signerAddress;
    }

    function _surplusOver(uint256 qty) private view returns (uint256) {
        (bool fits, uint256 price) = Math.tryMul(qty, FD_PRICE);
        if (!fits || msg.value < price) revert IFringeDrifters.NotEnoughEth();
        return msg.value - price;
    }

    function _takeFromPhase(string memory phaseName, uint256 quantity) private returns (uint256) {
        if (quantity == 0) revert IFringeDrifters.MintZeroQuantity();
        if (quantity > HARD_BATCH_LIMIT) revert IFringeDrifters.ExceedsAllowedBatch();
        PhaseState memory phase = AllPhases[phaseName];
        uint64 firstTokenId = phase.startingPoint + phase.currentCount;
        if (quantity > phase.endPoint - firstTokenId) revert IFringeDrifters.PastSupply();
        if (totalSupply() + quantity > MAX_SUPPLY) revert IFringeDrifters.ExceedsCurrentSupply();
        AllPhases[phaseName].currentCount = phase.currentCount + uint64(quantity);
        return firstTokenId;
    }

    function _requireReceiver(address to, uint256 tokenId) private {
        if (to.code.length == 0) return;
        (bool success, bytes memory answer) = to.call(
            abi.encodeCall(
                IERC721Receiver.onERC721Received,
                (msg.sender, address(0), tokenId, "")
            )
        );
        if (!success && answer.length != 0) LowLevelCall.bubbleRevert(answer);
        bytes32 accepted = bytes32(IERC721Receiver.onERC721Received.selector);
        if (!success || answer.length < 32 || bytes32(answer) != accepted) {
            revert IFringeDrifters.TransferToNonERC721ReceiverImplementer();
        }
    }

    // Phases and administration

    function toggleMint() external onlyOwner {
        isMinting = !isMinting;
        emit IFringeDrifters.MintingToggled(isMinting);
    }

    function changePhase(string calldata newPhase) external onlyOwner {
        CURRENTPHASE = newPhase;
        emit IFringeDrifters.PhaseChanged(newPhase);
    }

    function adjustPhases(
        string calldata PhaseName,
        uint64 startPoint,
        uint64 endPoint
    ) external onlyOwner {
        if (endPoint < startPoint) {
            revert IFringeDrifters.PhaseBoundsReversed(startPoint, endPoint);
        }
        if (endPoint - startPoint > MAX_SUPPLY) revert IFringeDrifters.ExceedsCurrentSupply();
        _requireDisjoint(PhaseName, startPoint, endPoint);
        PhaseState storage phase = AllPhases[PhaseName];
        if (!phase.known) _phaseNames.push(PhaseName);
        _requireMintedInside(phase, startPoint, endPoint);
        (phase.startingPoint, phase.endPoint, phase.known) = (startPoint, endPoint, true);
        emit IFringeDrifters.PhaseAdjusted(PhaseName, startPoint, endPoint);
    }

    function _requireDisjoint(
        string calldata phaseName,
        uint64 startPoint,
        uint64 endPoint
    ) private view {
        bytes32 nameHash = keccak256(bytes(phaseName));
        for (uint256 i = 0; i < _phaseNames.length; ++i) {
            string memory otherName = _phaseNames[i];
            if (keccak256(bytes(otherName)) == nameHash) continue;
            PhaseState memory other = AllPhases[otherName];
            uint256 sharedStart = Math.max(startPoint, other.startingPoint);
            uint256 sharedEnd = Math.min(endPoint, other.endPoint);
            if (sharedStart < sharedEnd) revert IFringeDrifters.PhaseOverlaps(otherName);
        }
    }

    function _requireMintedInside(
        PhaseState memory phase,
        uint64 startPoint,
        uint64 endPoint
    ) private pure {
        if (phase.currentCount == 0) return;
        if (startPoint != phase.startingPoint) {
            revert IFringeDrifters.PhaseStartMoved(phase.startingPoint, startPoint);
        }
        uint64 minimumEnd = phase.startingPoint + phase.currentCount;
        if (endPoint < minimumEnd) {
            revert IFringeDrifters.PhaseEndBelowMinted(minimumEnd, endPoint);
        }
    }

    function adjustPrice(uint256 newPrice) external onlyOwner {
        FD_PRICE = newPrice;
        emit IFringeDrifters.PriceChanged(newPrice);
    }

    function adjustMaxBatch(uint256 newMaxBatch) external onlyOwner {
        MAXBATCH = newMaxBatch;
        emit IFringeDrifters.MaxBatchChanged(newMaxBatch);
    }

    function adjustSigner(address newSigner) external onlyOwner {
        signerAddress = newSigner;
        emit IFringeDrifters.SignerChanged(newSigner);
    }

    function changeWithdrawer(address newWithdrawer) external onlyOwner {
        withdrawAddress = newWithdrawer;
        emit IFringeDrifters.WithdrawAddressChanged(newWithdrawer);
    }

    function setBaseURI(string calldata baseURI) external onlyOwner {
        _uriBase = baseURI;
        emit IERC4906.BatchMetadataUpdate(0, type(uint256).max);
    }

    function gift(string calldata phase, address[] calldata receivers) external onlyOwner {
        uint256 firstTokenId = _takeFromPhase(phase, receivers.length);
        for (uint256 i = 0; i < receivers.length; ++i) {
            _mintBatch(receivers[i], firstTokenId + i, 1);
        }
        for (uint256 i = 0; i < receivers.length; ++i) {
            _requireReceiver(receivers[i], firstTokenId + i);
        }
    }

    /// @dev The URI of a token that exists.
    function _uriOf(uint256 tokenId) internal view returns (string memory) {
        return string.concat(_uriBase, Strings.toString(tokenId), ".json");
    }

    // Money

    function totalBalance() public view returns (uint256) {
        return address(this).balance;
    }

    function withdrawFunds() external {
        if (msg.sender != withdrawAddress) revert IFringeDrifters.NotWithdrawAddress();
        uint256 amount = totalBalance();
        emit IFringeDrifters.FundsWithdrawn(msg.sender, amount);
        (bool paid, ) = msg.sender.call{value: amount}("");
        if (!paid) revert IFringeDrifters.FailedToWithdraw();
    }

    function withdrawERC20(address erc20Token) external {
        if (msg.sender != withdrawAddress) revert IFringeDrifters.NotWithdrawAddress();
        if (erc20Token.code.length == 0) revert IFringeDrifters.FailedToWithdraw();
        IERC20 token = IERC20(erc20Token);
        bool paid = token.trySafeTransfer(msg.sender, token.balanceOf(address(this)));
        if (!paid) revert IFringeDrifters.FailedToWithdraw();
    }
}
