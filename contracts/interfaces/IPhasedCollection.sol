// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";

/// @title Phased collection
/// @notice A collection of tokens, sold in named phases to minters whom its signer authorizes.
/// @dev The owner's functions (`owner`, `transferOwnership`, `renounceOwnership`) are OpenZeppelin's `Ownable`; anyone
/// else who calls an owner-only function gets `OwnableUnauthorizedAccount`. Each error's tags describe its cause, the
/// enforced condition and the fix. Pages, commands and docs/contract.md show these descriptions, with the collection's
/// own words for {mint}, {price}, {token} and {tokens}.
/// @custom:mint-reverts NotMinting, MintZeroQuantity, PastBoundsOfBatchLimit, AuthenticationFailed, NotEnoughEth,
/// ExceedsAllowedBatch, PastSupply, ExceedsCurrentSupply, TransferToNonERC721ReceiverImplementer, RefundFailed
interface IPhasedCollection is IERC721Metadata, IERC721Enumerable, IERC4906, IERC2981 {
    // Errors of the sale

    /// @notice Minting is off.
    /// @dev {mint}: isMinting()
    /// @custom:fix Wait until the collection's owner turns minting on with toggleMint.
    error NotMinting();

    /// @notice The quantity is zero, or the gift has no receivers.
    /// @dev {mint}: qty > 0; gift: at least one receiver
    /// @custom:fix Mint or give at least one.
    error MintZeroQuantity();

    /// @notice The quantity is above the maximum per mint.
    /// @dev {mint}: qty <= MAXBATCH()
    /// @custom:fix Mint at most MAXBATCH at a time; the owner changes it with adjustMaxBatch.
    error PastBoundsOfBatchLimit();

    /// @notice The authorization is invalid for this wallet, phase, transaction ID and quantity, or has been used.
    /// @dev {mint}: hash is the EIP-712 digest of this mint, signed by signerAddress(), and its transaction ID is
    /// unused
    /// @custom:fix Request an authorization for this wallet and quantity in the current phase, and use it once.
    error AuthenticationFailed();

    /// @notice Payment is below the quantity times the price.
    /// @dev {mint}: msg.value >= qty * {price}()
    /// @custom:fix Send the quantity times {price}; any surplus is refunded in the same transaction.
    error NotEnoughEth();

    /// @notice The minting contract rejected the refund of its surplus.
    /// @dev {mint}: the minter accepts the refund of its surplus
    /// @custom:fix Send exactly the quantity times {price}.
    error RefundFailed();

    // Errors of the supply

    /// @notice No mint or gift can exceed HARD_BATCH_LIMIT, whatever MAXBATCH says.
    /// @dev {mint}, gift: quantity <= HARD_BATCH_LIMIT()
    /// @custom:fix Split it into several transactions.
    error ExceedsAllowedBatch();

    /// @notice The phase has fewer {tokens} left, or has no IDs yet.
    /// @dev {mint}, gift: the phase has enough IDs left
    /// @custom:fix Choose a smaller quantity; the owner can extend the phase with adjustPhases or switch to another
    /// with changePhase.
    error PastSupply();

    /// @notice The collection's supply cap would be exceeded, or the index is not below totalSupply.
    /// @dev {mint}, gift: totalSupply() <= MAX_SUPPLY(); adjustPhases: a phase has at most MAX_SUPPLY() IDs;
    /// tokenByIndex: index < totalSupply()
    /// @custom:fix Choose a smaller quantity, a shorter phase or a lower index; the cap cannot change.
    error ExceedsCurrentSupply();

    /// @notice A gift would go to the zero address.
    /// @dev gift: no receiver is the zero address
    /// @custom:fix Remove that receiver; nothing was minted.
    error MintToZeroAddress();

    /// @notice The phase would end before it starts.
    /// @dev adjustPhases: startPoint <= endPoint
    /// @custom:fix Swap the two: a phase runs from its start up to, but not including, its end.
    error PhaseBoundsReversed(uint64 startPoint, uint64 endPoint);

    /// @notice The phase would share IDs with another phase.
    /// @dev adjustPhases: no ID is in two phases
    /// @custom:fix Choose a range next to the other phase, or shrink that one first.
    error PhaseOverlaps(string otherPhase);

    /// @notice The phase has minted {tokens}, so its start is fixed.
    /// @dev adjustPhases: a phase that has minted keeps its start
    /// @custom:fix Keep the start; only the end can move.
    error PhaseStartMoved(uint64 currentStartPoint, uint64 givenStartPoint);

    /// @notice The new end would exclude {tokens} that are already minted.
    /// @dev adjustPhases: endPoint >= startingPoint + currentCount
    /// @custom:fix Choose an end above the phase's last minted ID.
    error PhaseEndBelowMinted(uint64 minimumEndPoint, uint64 givenEndPoint);

    // Errors of tokens

    /// @notice This {token} is not minted, so it has no owner.
    /// @dev ownerOf, approve, transferFrom, safeTransferFrom: the token is minted
    /// @custom:fix Use an ID that is minted.
    error OwnerQueryForNonexistentToken();

    /// @notice This {token} is not minted, so it has no approval.
    /// @dev getApproved: the token is minted
    /// @custom:fix Use an ID that is minted.
    error ApprovalQueryForNonexistentToken();

    /// @notice This {token} is not minted, so it has no metadata.
    /// @dev tokenURI: the token is minted; announceUpdatedMetadata: both tokens are minted
    /// @custom:fix Use an ID that is minted.
    error DoesNotExist();

    /// @notice The zero address has no balance.
    /// @dev balanceOf, tokenOfOwnerByIndex, tokensOfOwner: the owner is not the zero address
    /// @custom:fix Query another address.
    error BalanceQueryForZeroAddress();

    /// @notice The index is not below the owner's balance.
    /// @dev tokenOfOwnerByIndex: index < balanceOf(owner)
    /// @custom:fix Use an index below the owner's balance.
    error IndexExceedsOwnerBounds();

    /// @notice The owner needs no approval for its own {token}.
    /// @dev approve: the approved address is not the owner
    /// @custom:fix Approve another address, or the zero address to clear the approval.
    error ApprovalToCurrentOwner();

    /// @notice Caller is neither the owner nor an approved operator.
    /// @dev approve: the caller is the token's owner or the owner's operator
    /// @custom:fix Use the owner's wallet, or have the owner approve yours with setApprovalForAll first.
    error ApprovalCallerNotOwnerNorApproved();

    /// @notice A wallet cannot be its own operator.
    /// @dev setApprovalForAll: the operator is not the caller
    /// @custom:fix Choose another operator.
    error ApproveToCaller();

    /// @notice Caller is neither the owner nor approved for this {token}.
    /// @dev transferFrom, safeTransferFrom: the caller is the token's owner, approved for it, or the owner's operator
    /// @custom:fix Use the owner's wallet, or have the owner approve yours first.
    error TransferCallerNotOwnerNorApproved();

    /// @notice The sending address does not own this {token}.
    /// @dev transferFrom, safeTransferFrom: from owns the token
    /// @custom:fix Look up the owner with ownerOf, and transfer from that address.
    error TransferFromIncorrectOwner();

    /// @notice The recipient is the zero address.
    /// @dev transferFrom, safeTransferFrom: the recipient is not the zero address
    /// @custom:fix Choose another recipient; {tokens} cannot be burned.
    error TransferToZeroAddress();

    /// @notice The recipient is a contract that does not accept ERC-721 tokens.
    /// @dev {mint}, gift, safeTransferFrom: a receiving contract returns the selector of onERC721Received
    /// @custom:fix Use a wallet without code, or a contract that implements IERC721Receiver.
    error TransferToNonERC721ReceiverImplementer();

    // Errors of money

    /// @notice Only the withdraw address can withdraw.
    /// @dev withdrawFunds, withdrawERC20: the caller is withdrawAddress()
    /// @custom:fix Use that wallet, or have the owner call changeWithdrawer first.
    error NotWithdrawAddress();

    /// @notice The withdraw address rejected the payment, or the token is not a contract or did not pay.
    /// @dev withdrawFunds, withdrawERC20: the payment succeeds
    /// @custom:fix Have the owner set a withdraw address that accepts payments with changeWithdrawer, or check the
    /// token's address.
    error FailedToWithdraw();

    // Errors of royalties and metadata updates

    /// @notice The royalty is above 10 % of the sale price.
    /// @dev setRoyalty: basisPoints <= 1000
    /// @custom:fix Set at most 1,000 basis points.
    error RoyaltyAboveMaximum();

    /// @notice The royalty would go to the zero address.
    /// @dev setRoyalty: the receiver is not the zero address, unless basisPoints is 0
    /// @custom:fix Choose a receiver, or set 0 basis points for no royalty.
    error RoyaltyToZeroAddress();

    /// @notice The range of {tokens} ends before it starts.
    /// @dev announceUpdatedMetadata: fromTokenId <= toTokenId
    /// @custom:fix Swap the two IDs; they are equal for one {token}.
    error TokenRangeReversed();

    // Events

    /// @notice Minting was switched on or off.
    event MintingToggled(bool isMinting);

    /// @notice A phase was created or its range changed.
    event PhaseAdjusted(string phase, uint64 startingPoint, uint64 endPoint);

    /// @notice The current phase changed.
    event PhaseChanged(string phase);

    /// @notice The price of a token changed, in wei.
    event PriceChanged(uint256 price);

    /// @notice The maximum quantity per mint changed.
    event MaxBatchChanged(uint256 maxBatch);

    /// @notice The address that authorizes mints changed.
    event SignerChanged(address indexed signer);

    /// @notice The withdraw address changed.
    event WithdrawAddressChanged(address indexed withdrawAddress);

    /// @notice The contract's balance was withdrawn, in wei.
    event FundsWithdrawn(address indexed to, uint256 amount);

    /// @notice The royalty changed; 10,000 basis points are the sale price.
    event RoyaltyChanged(address indexed receiver, uint96 basisPoints);

    /// @notice The collection's metadata changed (ERC-7572).
    event ContractURIUpdated();

    // Sale

    /// @notice Whether minting is on.
    function isMinting() external view returns (bool);

    /// @notice Maximum quantity per mint.
    function MAXBATCH() external view returns (uint256);

    /// @notice Address whose signature authorizes a mint.
    function signerAddress() external view returns (address);

    /// @notice Whether an authorization with this transaction id has been used.
    function usedTransactions(string calldata transactionID) external view returns (bool);

    // Phases

    /// @notice Name of the current phase, from which `{mint}` mints.
    function CURRENTPHASE() external view returns (string memory);

    /// @notice Range and minted count of a phase; all zero for an unknown name.
    /// @return startingPoint The first id of the phase.
    /// @return endPoint The id after the last id: the range is half-open.
    /// @return currentCount The number of minted tokens; the next id is `startingPoint + currentCount`.
    function AllPhases(
        string calldata PhaseName
    ) external view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount);

    /// @notice Number of tokens minted from a phase.
    function getSupplyForPhase(string calldata PhaseName) external view returns (uint64);

    /// @notice Maximum number of tokens, at most 16,383.
    function MAX_SUPPLY() external view returns (uint256);

    /// @notice Maximum number of tokens per mint or gift, independent of `MAXBATCH`.
    function HARD_BATCH_LIMIT() external view returns (uint256);

    // Tokens

    /// @notice Lists an owner's tokens in pages, newest first: in the reverse order of `tokenOfOwnerByIndex`.
    /// @dev Costs about as much as reading the page's tokens once, while each call of `tokenOfOwnerByIndex` starts at
    /// the owner's newest batch. A cursor stays valid after transfers and mints: no token that the owner held all along
    /// is skipped, and only the owner's tokens are listed. A token can be listed twice if the owner transfers tokens
    /// away between two calls. Treat cursors as opaque; their format may change.
    /// @param cursor Zero for the first page, or the previous page's `nextCursor`.
    /// @param count Maximum number of tokens on the page.
    /// @return tokenIds The token ids: `count` of them, or fewer at the end of the list.
    /// @return nextCursor Where the next page starts; zero after the last token.
    function tokensOfOwner(
        address owner,
        uint256 cursor,
        uint256 count
    ) external view returns (uint256[] memory tokenIds, uint256 nextCursor);

    // Administration, by the contract's owner

    /// @notice Switches minting on or off.
    function toggleMint() external;

    /// @notice Makes another phase the current one; mints revert with `PastSupply` until that phase is set.
    function changePhase(string calldata newPhase) external;

    /// @notice Creates a phase, or changes its range to [`startPoint`, `endPoint`).
    /// @dev Phases never share an id. Once a phase has minted, its start is fixed and its end cannot exclude minted
    /// ids. A phase that has not minted can be emptied (`startPoint == endPoint`) to free its ids. One phase has at
    /// most `MAX_SUPPLY` ids; all phases together may have more.
    function adjustPhases(string calldata PhaseName, uint64 startPoint, uint64 endPoint) external;

    /// @notice Sets the price of one token, in wei.
    function adjustPrice(uint256 newPrice) external;

    /// @notice Sets the maximum quantity per mint.
    function adjustMaxBatch(uint256 newMaxBatch) external;

    /// @notice Sets the address whose signature authorizes a mint; with the zero address nobody can mint.
    function adjustSigner(address newSigner) external;

    /// @notice Sets the address that may withdraw.
    function changeWithdrawer(address newWithdrawer) external;

    /// @notice Sets the prefix of `{tokenId}.json` in token URIs and of `collection.json` in `contractURI`.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Announces changed metadata files of the tokens from `fromTokenId` to `toTokenId` (ERC-4906).
    /// @dev Emits `MetadataUpdate` for one token, else `BatchMetadataUpdate`. IDs between the two may be unminted.
    function announceUpdatedMetadata(uint256 fromTokenId, uint256 toTokenId) external;

    /// @notice Sets who receives a royalty on later sales, and its share of the sale price, at most 10 %.
    /// @dev With 0 basis points there is none; only then may the receiver be the zero address.
    /// @param basisPoints Hundredths of a percent, at most 1,000.
    function setRoyalty(address receiver, uint96 basisPoints) external;

    /// @notice Mints one token of `phase` to each of `receivers`, in order, even while minting is off.
    function gift(string calldata phase, address[] calldata receivers) external;

    // Metadata and royalties

    /// @notice URI of the collection's metadata (ERC-7572): base URI and `collection.json`; empty if the base URI is.
    function contractURI() external view returns (string memory);

    /// @notice Receiver of the royalty on later sales and its share, in hundredths of a percent; zero at first.
    function royalty() external view returns (address receiver, uint96 basisPoints);

    // Money

    /// @notice Address that may withdraw; initially the deployer.
    function withdrawAddress() external view returns (address);

    /// @notice The contract's balance, in wei.
    function totalBalance() external view returns (uint256);

    /// @notice Transfers the contract's balance to the withdraw address, the only permitted caller.
    function withdrawFunds() external;

    /// @notice Transfers the contract's balance of an ERC-20 token to the withdraw address, the only permitted caller.
    function withdrawERC20(address erc20Token) external;
}
