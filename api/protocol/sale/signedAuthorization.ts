import { type Address, type Hex, recoverTypedDataAddress } from "viem";
import { isStrictSignature } from "#protocol/messageSignature";
import {
  type Collection,
  type MintAuthorization,
  mintAuthorizationDigest,
  mintAuthorizationTypedData,
} from "#protocol/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/responses";

/** Signs typed data, like viem's local accounts. */
export interface AuthorizationSigner {
  signTypedData(payload: ReturnType<typeof mintAuthorizationTypedData>): Promise<Hex>;
}

/** The arguments of `FringeMint`, in order. */
export type MintArguments = [hash: Hex, signature: Hex, transactionID: string, qty: bigint];

/** Result of checking a signed authorisation without the chain. */
export interface AuthorizationCheck {
  /** Account that signed these terms for this contract and chain; undefined if the signature is invalid. */
  signer: Address | undefined;
  /** Whether `hash` is the digest of the terms. */
  isHashRight: boolean;
}

/** Signs `authorization` for `collection` and returns it in JSON form. */
export async function signMintAuthorization(
  signer: AuthorizationSigner,
  collection: Collection,
  authorization: MintAuthorization,
): Promise<SignedMintAuthorization> {
  const { minter, phase, transactionID, qty } = authorization;
  return {
    chainId: collection.chainId,
    contract: collection.address,
    minter,
    phase,
    transactionID,
    qty: qty.toString(),
    hash: mintAuthorizationDigest(collection, authorization),
    signature: await signer.signTypedData(mintAuthorizationTypedData(collection, authorization)),
  };
}

/** Returns the arguments of `FringeMint`. */
export function mintArguments(signed: SignedMintAuthorization): MintArguments {
  return [signed.hash, signed.signature, signed.transactionID, BigInt(signed.qty)];
}

/** Recovers the signer and checks the hash. It accepts the same signature format as the contract. */
export async function checkAuthorization(
  signed: SignedMintAuthorization,
): Promise<AuthorizationCheck> {
  const [collection, terms] = termsOf(signed);
  const isHashRight = signed.hash.toLowerCase() === mintAuthorizationDigest(collection, terms);
  const payload = mintAuthorizationTypedData(collection, terms);
  return { signer: await recoverFrom(payload, signed.signature), isHashRight };
}

async function recoverFrom(
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

function termsOf(signed: SignedMintAuthorization): [Collection, MintAuthorization] {
  const { chainId, contract, minter, phase, transactionID, qty } = signed;
  return [
    { chainId, address: contract },
    { minter, phase, transactionID, qty: BigInt(qty) },
  ];
}
