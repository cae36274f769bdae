// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "./Vm.sol";

/// @dev Terms of a mint authorisation.
struct Authorization {
    address collection;
    address minter;
    string phase;
    string transactionID;
    uint256 qty;
}

/// @dev Returns the EIP-712 digest, implemented independently of the collection's library.
function digestOf(Authorization memory authorization) view returns (bytes32) {
    bytes32 domain = keccak256(
        abi.encode(
            keccak256(
                "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
            ),
            keccak256("Fringe Drifters"),
            keccak256("1"),
            block.chainid,
            authorization.collection
        )
    );
    bytes32 message = keccak256(
        abi.encode(
            keccak256(
                "MintAuthorization(address minter,string phase,string transactionID,uint256 qty)"
            ),
            authorization.minter,
            keccak256(bytes(authorization.phase)),
            keccak256(bytes(authorization.transactionID)),
            authorization.qty
        )
    );
    return keccak256(abi.encodePacked(hex"1901", domain, message));
}

/// @dev Returns a signature in the format of wallets: r, s, v.
function signWith(uint256 key, bytes32 digest) pure returns (bytes memory) {
    (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
    return abi.encodePacked(r, s, v);
}
