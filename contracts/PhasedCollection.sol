// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts/interfaces/IERC20.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ERC721Phased} from "./ERC721Phased.sol";
import {Phases} from "./Phases.sol";
import {IPhasedCollection} from "./interfaces/IPhasedCollection.sol";
import {MintAuthorization} from "./libraries/MintAuthorization.sol";
import {TransactionIds} from "./libraries/TransactionIds.sol";
import {PackedPhase} from "./types/PackedPhase.sol";
import {PackedRoyalty, newRoyalty} from "./types/PackedRoyalty.sol";
import {LARGE_BATCH, LARGE_PRICE, PackedSale} from "./types/PackedSale.sol";

/// @title Phased collection
/// @notice Sale, phases, administration and withdrawals of a collection. See `IPhasedCollection`.
/// @dev The collection's contract inherits from this one. It sets the name, the symbol, the supply cap, the initial
/// price and the initial maximum per mint, and exposes the paid mint and the price under its own function names.
abstract contract PhasedCollection is ERC721Phased, EIP712, Ownable {
    using SafeERC20 for IERC20;
    using TransactionIds for TransactionIds.Set;

    /// @inheritdoc IPhasedCollection
    address public withdrawAddress;

    PackedSale private _sale;

    /// @dev The price, if too large for `PackedSale`.
    uint256 private _largePrice;

    /// @dev The maximum quantity per mint, if too large for `PackedSale`.
    uint256 private _largeMaxBatch;

    TransactionIds.Set private _usedTransactions;

    string private _baseURI;

    PackedRoyalty private _royalty;

    /// @dev 10 % of the sale price.
    uint256 private constant MAX_ROYALTY_BASIS_POINTS = 1_000;

    /// @notice The deployer becomes owner and withdraw address. Minting is off.
    /// @param domainName The collection's name, for the EIP-712 domain.
    /// @param maxSupply Maximum number of tokens, at most 16,383.
    /// @param price Initial price of one token, in wei.
    /// @param maxBatch Initial maximum quantity per mint.
    constructor(
        string memory domainName,
        string memory baseURI,
        address startingSignerAddress,
        uint256 maxSupply,
        uint256 price,
        uint256 maxBatch
    ) Phases(maxSupply) Ownable(msg.sender) EIP712(domainName, "1") {
        _baseURI = baseURI;
        withdrawAddress = msg.sender;
        assert(price < LARGE_PRICE);
        assert(maxBatch < LARGE_BATCH);
        _sale = PackedSale
            .wrap(0)
            .withSigner(startingSignerAddress)
            .withPrice(price)
            .withMaxBatch(maxBatch)
            .withPhaseNumber(_phaseCount);
    }

    // Sale

    /// @dev Implements the paid mint, which each collection exposes under its own name.
    /// @param hash The authorization's EIP-712 digest, see the library `MintAuthorization`.
    /// @param signature The 65-byte ECDSA signature over `hash` by `signerAddress`.
    /// @param transactionID The authorization's ID, accepted once.
    /// @param qty Number of tokens.
    function _mintAuthorized(
        bytes32 hash,
        bytes calldata signature,
        string calldata transactionID,
        uint256 qty
    ) internal {
        // Check: minting is on, the quantity is allowed, the authorization is valid and unused, the price is paid.
        PackedSale sale = _sale;
        _requireMinting(sale);
        _requireAllowedQuantity(sale, qty);
        Phase storage phase = _phases[sale.phaseNumber()];
        PackedPhase packed = phase.packed;
        bytes32 idHash = keccak256(bytes(transactionID));
        _requireDigest(hash, _phaseNameHash(phase, packed), idHash, qty);
        _requireSignature(sale.signer(), hash, signature);
        _useTransaction(transactionID, idHash);
        uint256 surplus = _requirePayment(sale, qty);

        // Effect: take the phase's next ids and mint the tokens.
        uint256 firstTokenId = _takeIds(phase, packed, qty);
        _mint(msg.sender, firstTokenId, qty);

        // Interaction: call a receiving contract back, then refund the surplus.
        _requireReceiverOf(msg.sender, firstTokenId, qty);
        _refund(surplus);
    }

    function _requireMinting(PackedSale sale) private pure {
        if (!sale.isMinting()) revert NotMinting();
    }

    function _requireAllowedQuantity(PackedSale sale, uint256 qty) private view {
        if (qty == 0) revert MintZeroQuantity();
        if (qty > _maxBatch(sale)) revert PastBoundsOfBatchLimit();
    }

    /// @dev Requires the EIP-712 digest for this mint by the caller.
    function _requireDigest(
        bytes32 hash,
        bytes32 phaseHash,
        bytes32 idHash,
        uint256 qty
    ) private view {
        bytes32 structHash = MintAuthorization.structHash(msg.sender, phaseHash, idHash, qty);
        if (hash != _hashTypedDataV4(structHash)) revert AuthenticationFailed();
    }

    /// @dev Requires the signer's signature. A zero-address signer has no valid signature.
    function _requireSignature(
        address signer,
        bytes32 hash,
        bytes calldata signature
    ) private pure {
        (address recovered, , ) = ECDSA.tryRecoverCalldata(hash, signature);
        if (recovered == address(0) || recovered != signer) revert AuthenticationFailed();
    }

    /// @dev Marks an unused transaction id as used.
    function _useTransaction(string calldata transactionID, bytes32 idHash) private {
        if (!_usedTransactions.add(transactionID, idHash)) revert AuthenticationFailed();
    }

    /// @dev Returns the caller's surplus payment. Divides, because the total price could overflow; `qty` is not zero.
    function _requirePayment(PackedSale sale, uint256 qty) private view returns (uint256 surplus) {
        uint256 price = _price(sale);
        uint256 paid;
        assembly ("memory-safe") {
            paid := div(callvalue(), qty)
        }
        if (paid < price) revert NotEnoughEth();
        unchecked {
            return msg.value - price * qty;
        }
    }

    function _refund(uint256 surplus) private {
        if (surplus == 0) return;
        (bool refunded, ) = msg.sender.call{value: surplus}("");
        if (!refunded) revert RefundFailed();
    }

    // Settings of the sale

    /// @inheritdoc IPhasedCollection
    function isMinting() external view returns (bool) {
        return _sale.isMinting();
    }

    /// @dev Price of one token, in wei.
    function _currentPrice() internal view returns (uint256) {
        return _price(_sale);
    }

    /// @inheritdoc IPhasedCollection
    function MAXBATCH() external view returns (uint256) {
        return _maxBatch(_sale);
    }

    /// @inheritdoc IPhasedCollection
    function CURRENTPHASE() external view returns (string memory) {
        return _phaseName(_sale.phaseNumber());
    }

    /// @inheritdoc IPhasedCollection
    function signerAddress() external view returns (address) {
        return _sale.signer();
    }

    /// @inheritdoc IPhasedCollection
    function usedTransactions(string calldata transactionID) external view returns (bool) {
        return _usedTransactions.contains(transactionID);
    }

    function _currentPhaseNumber() internal view override returns (uint256) {
        return _sale.phaseNumber();
    }

    function _price(PackedSale sale) private view returns (uint256) {
        return sale.price() == LARGE_PRICE ? _largePrice : sale.price();
    }

    function _maxBatch(PackedSale sale) private view returns (uint256) {
        return sale.maxBatch() == LARGE_BATCH ? _largeMaxBatch : sale.maxBatch();
    }

    // Phases and administration

    /// @inheritdoc IPhasedCollection
    function toggleMint() external onlyOwner {
        _sale = _sale.withMintingToggled();
        emit MintingToggled(_sale.isMinting());
    }

    /// @inheritdoc IPhasedCollection
    function changePhase(string calldata newPhase) external onlyOwner {
        _sale = _sale.withPhaseNumber(_handOverSupply(newPhase));
        emit PhaseChanged(newPhase);
    }

    /// @inheritdoc IPhasedCollection
    function adjustPhases(
        string calldata PhaseName,
        uint64 startPoint,
        uint64 endPoint
    ) external onlyOwner {
        _adjustPhase(PhaseName, startPoint, endPoint);
    }

    /// @inheritdoc IPhasedCollection
    function adjustPrice(uint256 newPrice) external onlyOwner {
        _sale = _sale.withPrice(newPrice);
        if (newPrice >= LARGE_PRICE) _largePrice = newPrice;
        emit PriceChanged(newPrice);
    }

    /// @inheritdoc IPhasedCollection
    function adjustMaxBatch(uint256 newMaxBatch) external onlyOwner {
        _sale = _sale.withMaxBatch(newMaxBatch);
        if (newMaxBatch >= LARGE_BATCH) _largeMaxBatch = newMaxBatch;
        emit MaxBatchChanged(newMaxBatch);
    }

    /// @inheritdoc IPhasedCollection
    function adjustSigner(address newSigner) external onlyOwner {
        _sale = _sale.withSigner(newSigner);
        emit SignerChanged(newSigner);
    }

    /// @inheritdoc IPhasedCollection
    function changeWithdrawer(address newWithdrawer) external onlyOwner {
        withdrawAddress = newWithdrawer;
        emit WithdrawAddressChanged(newWithdrawer);
    }

    /// @inheritdoc IPhasedCollection
    function setBaseURI(string calldata baseURI) external onlyOwner {
        _baseURI = baseURI;
        emit BatchMetadataUpdate(0, type(uint256).max);
        emit ContractURIUpdated();
    }

    /// @inheritdoc IPhasedCollection
    function announceUpdatedMetadata(uint256 fromTokenId, uint256 toTokenId) external onlyOwner {
        if (fromTokenId > toTokenId) revert TokenRangeReversed();
        _requireMetadata(fromTokenId);
        _requireMetadata(toTokenId);
        if (fromTokenId == toTokenId) emit MetadataUpdate(fromTokenId);
        else emit BatchMetadataUpdate(fromTokenId, toTokenId);
    }

    /// @inheritdoc IPhasedCollection
    function setRoyalty(address receiver, uint96 basisPoints) external onlyOwner {
        if (basisPoints > MAX_ROYALTY_BASIS_POINTS) revert RoyaltyAboveMaximum();
        if (receiver == address(0) && basisPoints != 0) revert RoyaltyToZeroAddress();
        _royalty = newRoyalty(receiver, basisPoints);
        emit RoyaltyChanged(receiver, basisPoints);
    }

    /// @inheritdoc IPhasedCollection
    function gift(string calldata phase, address[] calldata receivers) external onlyOwner {
        // Check: there is a receiver.
        if (receivers.length == 0) revert MintZeroQuantity();

        // Effect: take the phase's next ids and mint one token to each receiver.
        uint256 firstTokenId = _takeIdsOf(_phaseNumbers[phase], receivers.length);
        _mintEach(receivers, firstTokenId);

        // Interaction: call receiving contracts back.
        for (uint256 i = 0; i < receivers.length; ++i) {
            _requireReceiverOf(receivers[i], firstTokenId + i, 1);
        }
    }

    /// @inheritdoc IERC721Metadata
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        _requireMetadata(tokenId);
        return _uri(string.concat(Strings.toString(tokenId), ".json"));
    }

    /// @inheritdoc IPhasedCollection
    function contractURI() external view returns (string memory) {
        return bytes(_baseURI).length == 0 ? "" : _uri("collection.json");
    }

    function _requireMetadata(uint256 tokenId) private view {
        if (!_exists(tokenId)) revert DoesNotExist();
    }

    /// @dev Returns the URI of a metadata file.
    function _uri(string memory file) private view returns (string memory) {
        return string.concat(_baseURI, file);
    }

    /// @inheritdoc IPhasedCollection
    function royalty() external view returns (address receiver, uint96 basisPoints) {
        PackedRoyalty current = _royalty;
        return (current.receiver(), current.basisPoints());
    }

    /// @notice Receiver and amount of the royalty on a sale at `salePrice`, rounded down (ERC-2981).
    /// @dev The same for every token, minted or not.
    function royaltyInfo(
        uint256,
        uint256 salePrice
    ) external view returns (address receiver, uint256 royaltyAmount) {
        PackedRoyalty current = _royalty;
        return (current.receiver(), current.amount(salePrice));
    }

    // Money

    /// @inheritdoc IPhasedCollection
    function totalBalance() public view returns (uint256) {
        return address(this).balance;
    }

    /// @inheritdoc IPhasedCollection
    function withdrawFunds() external {
        // Check: the caller is the withdraw address.
        if (msg.sender != withdrawAddress) revert NotWithdrawAddress();

        // Effect: emit the event before the payment.
        uint256 amount = totalBalance();
        emit FundsWithdrawn(msg.sender, amount);

        // Interaction: transfer the whole balance.
        (bool paid, ) = msg.sender.call{value: amount}("");
        if (!paid) revert FailedToWithdraw();
    }

    /// @inheritdoc IPhasedCollection
    function withdrawERC20(address erc20Token) external {
        // Check: the caller is the withdraw address, and the token is a contract.
        if (msg.sender != withdrawAddress) revert NotWithdrawAddress();
        if (erc20Token.code.length == 0) revert FailedToWithdraw();

        // Interaction: transfer the whole balance.
        IERC20 token = IERC20(erc20Token);
        bool paid = token.trySafeTransfer(msg.sender, token.balanceOf(address(this)));
        if (!paid) revert FailedToWithdraw();
    }
}
