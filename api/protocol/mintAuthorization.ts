import { type Address, type Hex, hashTypedData } from "viem";

/** Terms that the collection's signer authorises. */
export interface MintAuthorization {
  minter: Address;
  /** Phase that must be active when it is used. */
  phase: string;
  /** Any text; each can be used once per contract. */
  transactionID: string;
  qty: bigint;
}

/** The contract that an authorisation is for. */
export interface Collection {
  chainId: number;
  address: Address;
}

const types = {
  MintAuthorization: [
    { name: "minter", type: "address" },
    { name: "phase", type: "string" },
    { name: "transactionID", type: "string" },
    { name: "qty", type: "uint256" },
  ],
} as const;

/** The EIP-712 payload that the signer signs, in the form of `signTypedData`. */
export function mintAuthorizationTypedData(
  collection: Collection,
  authorization: MintAuthorization,
) {
  return {
    domain: {
      name: "Fringe Drifters",
      version: "1",
      chainId: collection.chainId,
      verifyingContract: collection.address,
    },
    types,
    primaryType: "MintAuthorization",
    message: authorization,
  } as const;
}

/** Returns the EIP-712 digest: the `hash` argument of `FringeMint`. */
export function mintAuthorizationDigest(
  collection: Collection,
  authorization: MintAuthorization,
): Hex {
  return hashTypedData(mintAuthorizationTypedData(collection, authorization));
}
