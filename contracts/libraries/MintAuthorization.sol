// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title Mint authorisation
/// @notice The EIP-712 message by which the collection's signer lets one minter mint once.
/// @dev Its TypeScript twin is `api/protocol/mintAuthorization.ts`; a test holds both to one digest.
library MintAuthorization {
    /// @dev Type of the domain, which ties a message to one chain and one contract.
    bytes32 internal constant DOMAIN_TYPEHASH =
        keccak256(
            "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
        );

    /// @dev Type of the message.
    bytes32 internal constant TYPEHASH =
        keccak256(
            "MintAuthorization(address minter,string phase,string transactionID,uint256 qty)"
        );

    /// @dev Hash of the domain's name.
    bytes32 internal constant NAME_HASH = keccak256("Fringe Drifters");

    /// @dev Hash of the domain's version.
    bytes32 internal constant VERSION_HASH = keccak256("1");

    /// @dev What the signer signs so that `minter` may mint `qty` tokens of `phase`, for the calling contract.
    function digest(
        address minter,
        string memory phase,
        string memory transactionID,
        uint256 qty
    ) internal view returns (bytes32) {
        bytes32 structHash = keccak256(
            abi.encode(
                TYPEHASH,
                minter,
                keccak256(bytes(phase)),
                keccak256(bytes(transactionID)),
                qty
            )
        );
        return MessageHashUtils.toTypedDataHash(domainSeparator(), structHash);
    }

    /// @dev Computed each time: a fork of the chain changes its id, and must not honour our signatures.
    function domainSeparator() internal view returns (bytes32) {
        return
            keccak256(
                abi.encode(DOMAIN_TYPEHASH, NAME_HASH, VERSION_HASH, block.chainid, address(this))
            );
    }
}
