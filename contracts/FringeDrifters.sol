// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ERC721Phased} from "./ERC721Phased.sol";
import {IFringeDrifters} from "./interfaces/IFringeDrifters.sol";
import {MintAuthorization} from "./libraries/MintAuthorization.sol";

/// @title Fringe Drifters
/// @notice The collection: its sale, its phases, its administration and its money. See `IFringeDrifters`.
contract FringeDrifters is ERC721Phased, Ownable {
    using SafeERC20 for IERC20;

    /// @inheritdoc IERC721Metadata
    string public constant name = "Fringe Drifters";

    /// @inheritdoc IERC721Metadata
    string public constant symbol = "FD";

    /// @inheritdoc IFringeDrifters
    bool public isMinting;

    /// @inheritdoc IFringeDrifters
    uint256 public FD_PRICE = 0.08 ether;

    /// @inheritdoc IFringeDrifters
    uint256 public MAXBATCH = 20;

    /// @inheritdoc IFringeDrifters
    string public CURRENTPHASE;

    /// @inheritdoc IFringeDrifters
    address public signerAddress;

    /// @inheritdoc IFringeDrifters
    address public withdrawAddress;

    /// @inheritdoc IFringeDrifters
    mapping(string transactionID => bool) public usedTransactions;

    string private _baseURI;

    /// @notice The deployer becomes owner and withdraw address. Minting is off.
    constructor(string memory baseURI, address startingSignerAddress) Ownable(msg.sender) {
        _baseURI = baseURI;
        signerAddress = startingSignerAddress;
        withdrawAddress = msg.sender;
    }

    // Sale

    /// @inheritdoc IFringeDrifters
    function FringeMint(
        bytes32 hash,
        bytes calldata signature,
        string calldata transactionID,
        uint256 qty
    ) external payable {
        // Check: the sale is on, the quantity allowed, the minter authorised, the price paid.
        if (!isMinting) revert NotMinting();
        if (qty == 0) revert MintZeroQuantity();
        if (qty > MAXBATCH) revert PastBoundsOfBatchLimit();
        string memory phase = CURRENTPHASE;
        bytes32 digest = MintAuthorization.digest(msg.sender, phase, transactionID, qty);
        if (hash != digest || !_isSigned(digest, signature) || usedTransactions[transactionID]) {
            revert AuthenticationFailed();
        }
        uint256 surplus = _surplusOver(qty);

        // Effect: the authorisation is used up, the supply advances, the tokens have an owner.
        usedTransactions[transactionID] = true;
        uint64 firstTokenId = _mint(msg.sender, phase, qty);

        // Interaction: a contract learns of its tokens, then the surplus goes back.
        for (uint256 i = 0; i < qty; ++i) {
            _requireReceiver(address(0), msg.sender, firstTokenId + i, "");
        }
        if (surplus != 0) {
            (bool refunded, ) = msg.sender.call{value: surplus}("");
            if (!refunded) revert RefundFailed();
        }
    }

    /// @dev Whether the signer signed the digest. Nobody can sign for the zero address.
    function _isSigned(bytes32 digest, bytes calldata signature) private view returns (bool) {
        (address recovered, ECDSA.RecoverError problem, ) = ECDSA.tryRecoverCalldata(
            digest,
            signature
        );
        return problem == ECDSA.RecoverError.NoError && recovered == signerAddress;
    }

    /// @dev What the caller pays above the price. A price too large for 256 bits is one that nobody can pay.
    function _surplusOver(uint256 qty) private view returns (uint256) {
        (bool fits, uint256 price) = Math.tryMul(qty, FD_PRICE);
        if (!fits || msg.value < price) revert NotEnoughEth();
        return msg.value - price;
    }

    // Phases and administration

    /// @inheritdoc IFringeDrifters
    function toggleMint() external onlyOwner {
        isMinting = !isMinting;
        emit MintingToggled(isMinting);
    }

    /// @inheritdoc IFringeDrifters
    function changePhase(string calldata newPhase) external onlyOwner {
        CURRENTPHASE = newPhase;
        emit PhaseChanged(newPhase);
    }

    /// @inheritdoc IFringeDrifters
    function adjustPhases(
        string calldata PhaseName,
        uint64 startPoint,
        uint64 endPoint
    ) external onlyOwner {
        _adjustPhase(PhaseName, startPoint, endPoint);
    }

    /// @inheritdoc IFringeDrifters
    function adjustPrice(uint256 newPrice) external onlyOwner {
        FD_PRICE = newPrice;
        emit PriceChanged(newPrice);
    }

    /// @inheritdoc IFringeDrifters
    function adjustMaxBatch(uint256 newMaxBatch) external onlyOwner {
        MAXBATCH = newMaxBatch;
        emit MaxBatchChanged(newMaxBatch);
    }

    /// @inheritdoc IFringeDrifters
    function adjustSigner(address newSigner) external onlyOwner {
        signerAddress = newSigner;
        emit SignerChanged(newSigner);
    }

    /// @inheritdoc IFringeDrifters
    function changeWithdrawer(address newWithdrawer) external onlyOwner {
        withdrawAddress = newWithdrawer;
        emit WithdrawAddressChanged(newWithdrawer);
    }

    /// @inheritdoc IFringeDrifters
    function setBaseURI(string calldata baseURI) external onlyOwner {
        _baseURI = baseURI;
        emit BatchMetadataUpdate(0, type(uint256).max);
    }

    /// @inheritdoc IFringeDrifters
    function gift(string calldata phase, address[] calldata receivers) external onlyOwner {
        // Effect: each receiver owns a token; the core checks the batch, the phase and the receivers.
        uint64 firstTokenId = _mintEach(receivers, phase);

        // Interaction: contracts learn of their tokens.
        for (uint256 i = 0; i < receivers.length; ++i) {
            _requireReceiver(address(0), receivers[i], firstTokenId + i, "");
        }
    }

    /// @inheritdoc IERC721Metadata
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        if (!_exists(tokenId)) revert DoesNotExist();
        return string.concat(_baseURI, Strings.toString(tokenId), ".json");
    }

    // Money

    /// @inheritdoc IFringeDrifters
    function totalBalance() public view returns (uint256) {
        return address(this).balance;
    }

    /// @inheritdoc IFringeDrifters
    function withdrawFunds() external {
        // Check: the caller is the withdraw address.
        if (msg.sender != withdrawAddress) revert NotWithdrawAddress();

        // Effect: the payment is announced.
        uint256 amount = totalBalance();
        emit FundsWithdrawn(msg.sender, amount);

        // Interaction: it gets everything.
        (bool paid, ) = msg.sender.call{value: amount}("");
        if (!paid) revert FailedToWithdraw();
    }

    /// @inheritdoc IFringeDrifters
    function withdrawERC20(address erc20Token) external {
        // Check: the caller is the withdraw address, and the token is a contract.
        if (msg.sender != withdrawAddress) revert NotWithdrawAddress();
        if (erc20Token.code.length == 0) revert FailedToWithdraw();

        // Interaction: it gets everything.
        IERC20 token = IERC20(erc20Token);
        bool paid = token.trySafeTransfer(msg.sender, token.balanceOf(address(this)));
        if (!paid) revert FailedToWithdraw();
    }
}
