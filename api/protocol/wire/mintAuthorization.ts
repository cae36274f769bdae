import { type Address, type Hex, hashTypedData, recoverTypedDataAddress } from "viem";
import type { CollectionRef } from "../chain/collectionRef.ts";
import { isStrictSignature } from "../chain/messageSignature.ts";
import { productName } from "./pages.ts";
import type { SignedMintAuthorization } from "./responses.ts";

/** Terms that the collection's signer authorizes (EIP-712 type `MintAuthorization`). */
export interface MintAuthorization {
  minter: Address;
  /** Phase that must be active when the authorization is used. */
  phase: string;
  /** Any string; the contract accepts each ID once. */
  transactionID: string;
  qty: bigint;
}

const types = {
  MintAuthorization: [
    { name: "minter", type: "address" },
    { name: "phase", type: "string" },
    { name: "transactionID", type: "string" },
    { name: "qty", type: "uint256" },
  ],
} as const;

/** Returns the EIP-712 payload to sign, as `signTypedData` takes it. */
export function mintAuthorizationTypedData(
  collection: CollectionRef,
  authorization: MintAuthorization,
) {
  return {
    domain: {
      name: productName,
      version: "1",
      chainId: collection.chainId,
      verifyingContract: collection.contract,
    },
    types,
    primaryType: "MintAuthorization",
    message: authorization,
  } as const;
}

/**
 * Returns the EIP-712 digest, 32 bytes in hex: a mint's `hash` argument.
 *
 * @example mintAuthorizationDigest({ chainId: 1, contract }, { minter, phase: "Ember", transactionID: "1", qty: 2n })
 */
export function mintAuthorizationDigest(
  collection: CollectionRef,
  authorization: MintAuthorization,
): Hex {
  return hashTypedData(mintAuthorizationTypedData(collection, authorization));
}

/** Signs typed data, as viem's local accounts do. */
export interface AuthorizationSigner {
  signTypedData(payload: ReturnType<typeof mintAuthorizationTypedData>): Promise<Hex>;
}

/** The mint function's arguments, in order. */
export type MintArguments = [hash: Hex, signature: Hex, transactionID: string, qty: bigint];

/** Result of checking a signed authorization without the chain. */
export interface AuthorizationCheck {
  /** Account recovered for these terms, this contract and this chain; undefined if the signature is malformed. */
  signer: Address | undefined;
  /** Whether `hash` is the terms' digest. */
  hasValidHash: boolean;
}

/**
 * Signs `authorization` for `collection` and returns the signed authorization in JSON form.
 *
 * @example const signed = await signMintAuthorization(privateKeyToAccount(key), collection, authorization);
 */
export async function signMintAuthorization(
  signer: AuthorizationSigner,
  collection: CollectionRef,
  authorization: MintAuthorization,
): Promise<SignedMintAuthorization> {
  const { minter, phase, transactionID, qty } = authorization;
  return {
    chainId: collection.chainId,
    contract: collection.contract,
    minter,
    phase,
    transactionID,
    qty: qty.toString(),
    hash: mintAuthorizationDigest(collection, authorization),
    signature: await signer.signTypedData(mintAuthorizationTypedData(collection, authorization)),
  };
}

/**
 * Returns the mint function's arguments.
 *
 * @example await collection[mintFunction](...mintArguments(signed), { value });
 */
export function mintArguments(signed: SignedMintAuthorization): MintArguments {
  return [signed.hash, signed.signature, signed.transactionID, BigInt(signed.qty)];
}

/**
 * Recovers the signer and checks the hash. Accepts the same signature format as the contract.
 *
 * @example const { signer, isHashRight } = await checkAuthorization(signed);
 */
export async function checkAuthorization(
  signed: SignedMintAuthorization,
): Promise<AuthorizationCheck> {
  const [collection, terms] = readTerms(signed);
  const hasValidHash = signed.hash.toLowerCase() === mintAuthorizationDigest(collection, terms);
  const payload = mintAuthorizationTypedData(collection, terms);
  return { signer: await recoverFromDigest(payload, signed.signature), hasValidHash };
}

async function recoverFromDigest(
  payload: ReturnType<typeof mintAuthorizationTypedData>,
  signature: Hex,
): Promise<Address | undefined> {
  if (!isStrictSignature(signature)) return undefined;
  try {
    return await recoverTypedDataAddress({ ...payload, signature });
  } catch {
    return undefined;
  }
}

function readTerms(signed: SignedMintAuthorization): [CollectionRef, MintAuthorization] {
  const { chainId, contract, minter, phase, transactionID, qty } = signed;
  return [
    { chainId, contract },
    { minter, phase, transactionID, qty: BigInt(qty) },
  ];
}
