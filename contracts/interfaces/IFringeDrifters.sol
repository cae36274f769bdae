// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC4906} from "@openzeppelin/contracts/interfaces/IERC4906.sol";
import {IERC721Enumerable} from "@openzeppelin/contracts/interfaces/IERC721Enumerable.sol";
import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";

/// @title Fringe Drifters
/// @notice A collection of character tokens, sold in named phases to minters whom its signer authorises.
/// @dev The owner's functions (`owner`, `transferOwnership`, `renounceOwnership`) are OpenZeppelin's
/// `Ownable`; anyone else who calls an owner-only function gets `OwnableUnauthorizedAccount`.
interface IFringeDrifters is IERC721Metadata, IERC721Enumerable, IERC4906 {
    // Errors of the sale

    /// @dev Thrown when somebody mints while minting is off.
    error NotMinting();

    /// @dev Thrown when a mint asks for no token, or a gift has no receiver.
    error MintZeroQuantity();

    /// @dev Thrown when a mint asks for more than `MAXBATCH`.
    error PastBoundsOfBatchLimit();

    /// @dev Thrown when a mint's hash, signature or transaction id is not a fresh authorisation of that very mint.
    error AuthenticationFailed();

    /// @dev Thrown when a mint sends less than its quantity times `FD_PRICE`.
    error NotEnoughEth();

    /// @dev Thrown when the minter refuses its own surplus payment.
    error RefundFailed();

    // Errors of the supply

    /// @dev Thrown when a mint or gift is larger than `HARD_BATCH_LIMIT`.
    error ExceedsAllowedBatch();

    /// @dev Thrown when a mint or gift would pass the end of its phase, or its phase was never set.
    error PastSupply();

    /// @dev Thrown when a mint, a gift or a phase would pass `MAX_SUPPLY`, or an index is past `totalSupply`.
    error ExceedsCurrentSupply();

    /// @dev Thrown when a gift goes to the zero address.
    error MintToZeroAddress();

    /// @dev Thrown when a phase would end before it starts.
    error PhaseBoundsReversed(uint64 startPoint, uint64 endPoint);

    /// @dev Thrown when a phase would share an id with another phase.
    error PhaseOverlaps(string otherPhase);

    /// @dev Thrown when a phase that has minted tokens would start elsewhere.
    error PhaseStartMoved(uint64 currentStartPoint, uint64 givenStartPoint);

    /// @dev Thrown when a phase would end before the tokens it has minted.
    error PhaseEndBelowMinted(uint64 minimumEndPoint, uint64 givenEndPoint);

    // Errors of tokens

    /// @dev Thrown when the owner of a token that does not exist is needed.
    error OwnerQueryForNonexistentToken();

    /// @dev Thrown when the approval of a token that does not exist is asked for.
    error ApprovalQueryForNonexistentToken();

    /// @dev Thrown when the URI of a token that does not exist is asked for.
    error DoesNotExist();

    /// @dev Thrown when the balance of the zero address is asked for.
    error BalanceQueryForZeroAddress();

    /// @dev Thrown when an owner holds no token at the given index.
    error IndexExceedsOwnerBounds();

    /// @dev Thrown when a token's owner would be approved for it.
    error ApprovalToCurrentOwner();

    /// @dev Thrown when the caller who approves neither owns the token nor is its owner's operator.
    error ApprovalCallerNotOwnerNorApproved();

    /// @dev Thrown when the caller would become its own operator.
    error ApproveToCaller();

    /// @dev Thrown when the caller who transfers neither owns the token nor is approved for it.
    error TransferCallerNotOwnerNorApproved();

    /// @dev Thrown when a token would be transferred from an address that does not own it.
    error TransferFromIncorrectOwner();

    /// @dev Thrown when a token would be transferred to the zero address.
    error TransferToZeroAddress();

    /// @dev Thrown when the receiving contract does not answer as an ERC-721 receiver.
    error TransferToNonERC721ReceiverImplementer();

    // Errors of money

    /// @dev Thrown when anyone but the withdraw address withdraws.
    error NotWithdrawAddress();

    /// @dev Thrown when the withdrawn coin or token cannot be paid out.
    error FailedToWithdraw();

    // Events

    /// @notice Minting was switched on or off.
    event MintingToggled(bool isMinting);

    /// @notice A phase was created or its range changed.
    event PhaseAdjusted(string phase, uint64 startingPoint, uint64 endPoint);

    /// @notice Another phase became the current one.
    event PhaseChanged(string phase);

    /// @notice The price of a token changed, in wei.
    event PriceChanged(uint256 price);

    /// @notice The largest quantity of one mint changed.
    event MaxBatchChanged(uint256 maxBatch);

    /// @notice Another address authorises mints.
    event SignerChanged(address indexed signer);

    /// @notice Another address may withdraw.
    event WithdrawAddressChanged(address indexed withdrawAddress);

    /// @notice The collection's coin was paid out, in wei.
    event FundsWithdrawn(address indexed to, uint256 amount);

    // Sale

    /// @notice Mints the next `qty` tokens of the current phase to the caller.
    /// @dev Checks, in this order: `NotMinting`, `MintZeroQuantity`, `PastBoundsOfBatchLimit`,
    /// `AuthenticationFailed`, `NotEnoughEth`, `ExceedsAllowedBatch`, `PastSupply`, `ExceedsCurrentSupply`.
    /// Then the tokens are minted, a contract that mints is called back once a token, and what was
    /// paid too much is returned.
    /// @param hash The EIP-712 digest of the authorisation, see the library `MintAuthorization`.
    /// @param signature The 65-byte ECDSA signature of `signerAddress` over `hash`.
    /// @param transactionID Name of the authorisation; each is accepted once.
    /// @param qty How many tokens.
    function FringeMint(
        bytes32 hash,
        bytes calldata signature,
        string calldata transactionID,
        uint256 qty
    ) external payable;

    /// @notice Whether minting is on.
    function isMinting() external view returns (bool);

    /// @notice Price of one token, in wei.
    function FD_PRICE() external view returns (uint256);

    /// @notice Largest quantity of one mint.
    function MAXBATCH() external view returns (uint256);

    /// @notice Address whose signature authorises a mint.
    function signerAddress() external view returns (address);

    /// @notice Whether an authorisation with this transaction id has been used.
    function usedTransactions(string calldata transactionID) external view returns (bool);

    // Phases

    /// @notice Name of the phase that `FringeMint` sells.
    function CURRENTPHASE() external view returns (string memory);

    /// @notice Range and progress of a phase; all zero for a name that was never set.
    /// @return startingPoint The first id of the phase.
    /// @return endPoint The id after its last one: the range is half-open.
    /// @return currentCount How many of its tokens are minted; the next id is `startingPoint + currentCount`.
    function AllPhases(
        string calldata PhaseName
    ) external view returns (uint64 startingPoint, uint64 endPoint, uint64 currentCount);

    /// @notice How many tokens of a phase are minted.
    function getSupplyForPhase(string calldata PhaseName) external view returns (uint64);

    /// @notice The most tokens the collection will ever have.
    function MAX_SUPPLY() external view returns (uint256);

    /// @notice The most tokens that one transaction can mint or gift, whatever `MAXBATCH` says.
    function HARD_BATCH_LIMIT() external view returns (uint256);

    // Administration, by the contract's owner

    /// @notice Switches minting on or off.
    function toggleMint() external;

    /// @notice Makes another phase the current one; mints revert with `PastSupply` until that phase is set.
    function changePhase(string calldata newPhase) external;

    /// @notice Creates a phase, or changes its range to [`startPoint`, `endPoint`).
    /// @dev Phases never share an id. Once a phase has minted, its start stays and its end covers what is
    /// minted. A phase that has not may be emptied (`startPoint == endPoint`) to give its ids back.
    /// One phase is at most `MAX_SUPPLY` long; all together may promise more than can be minted.
    function adjustPhases(string calldata PhaseName, uint64 startPoint, uint64 endPoint) external;

    /// @notice Sets the price of one token, in wei.
    function adjustPrice(uint256 newPrice) external;

    /// @notice Sets the largest quantity of one mint.
    function adjustMaxBatch(uint256 newMaxBatch) external;

    /// @notice Sets the address whose signature authorises a mint; with the zero address nobody can mint.
    function adjustSigner(address newSigner) external;

    /// @notice Sets the address that may withdraw.
    function changeWithdrawer(address newWithdrawer) external;

    /// @notice Sets what precedes `{tokenId}.json` in each token's URI.
    function setBaseURI(string calldata baseURI) external;

    /// @notice Mints one token of `phase` to each of `receivers`, in their order, whether minting is on or not.
    function gift(string calldata phase, address[] calldata receivers) external;

    // Money

    /// @notice Address that may withdraw; the deployer at first.
    function withdrawAddress() external view returns (address);

    /// @notice Coin held by the contract, in wei.
    function totalBalance() external view returns (uint256);

    /// @notice Pays all the contract's coin to the withdraw address, its only caller.
    function withdrawFunds() external;

    /// @notice Pays all the contract's units of an ERC-20 token to the withdraw address, its only caller.
    function withdrawERC20(address erc20Token) external;
}
