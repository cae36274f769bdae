// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Metadata} from "@openzeppelin/contracts/interfaces/IERC721Metadata.sol";
import {PhasedCollection} from "./PhasedCollection.sol";

/// @title Fringe Drifters
/// @notice Sets the collection's name, supply cap, initial price and initial maximum per mint. See `IPhasedCollection`.
contract FringeDrifters is PhasedCollection {
    /// @inheritdoc IERC721Metadata
    string public constant name = "Fringe Drifters";

    /// @inheritdoc IERC721Metadata
    string public constant symbol = "FD";

    /// @notice The deployer becomes owner and withdraw address. At most 10,000 tokens
    /// can be minted. Minting is off, the maximum per mint is 20, and the price is 0.08 ether.
    constructor(
        string memory baseURI,
        address startingSignerAddress
    ) PhasedCollection(name, baseURI, startingSignerAddress, 10_000, 0.08 ether, 20) {}

    /// @notice Mints the next `qty` tokens of the current phase to the caller.
    /// @dev Mints the tokens after the checks; then calls a minting contract's `onERC721Received` for each token, and
    /// refunds any surplus payment.
    /// @param hash The authorization's EIP-712 digest, see the library `MintAuthorization`.
    /// @param signature The 65-byte ECDSA signature over `hash` by `signerAddress`.
    /// @param transactionID The authorization's ID, accepted once. A decimal number of up to nine digits without
    /// leading zeros costs the least gas.
    /// @param qty Number of tokens.
    function FringeMint(
        bytes32 hash,
        bytes calldata signature,
        string calldata transactionID,
        uint256 qty
    ) external payable {
        _mintAuthorized(hash, signature, transactionID, qty);
    }

    /// @notice Price of one token, in wei.
    function FD_PRICE() external view returns (uint256) {
        return _currentPrice();
    }
}
