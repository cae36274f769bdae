import { type Address, type Hex, hashTypedData } from "viem";

/** What the collection's signer vouches for: this minter, this phase, this id, this many. */
export interface MintAuthorization {
  minter: Address;
  /** Name of the phase that must be current when it is used. */
  phase: string;
  /** Free text, usable once in the life of the contract. */
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

/** The EIP-712 digest: the `hash` argument of `FringeMint`. */
export function mintAuthorizationDigest(
  collection: Collection,
  authorization: MintAuthorization,
): Hex {
  return hashTypedData(mintAuthorizationTypedData(collection, authorization));
}
