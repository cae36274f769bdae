import { type Address, type Hex, recoverTypedDataAddress } from "viem";
import {
  type Collection,
  type MintAuthorization,
  mintAuthorizationDigest,
  mintAuthorizationTypedData,
} from "#protocol/mintAuthorization";
import { isStrictSignature } from "#protocol/strictSignature";

/** A mint authorisation in JSON: its terms, chain and contract, and the signature. */
export interface SignedMintAuthorization {
  chainId: number;
  contract: Address;
  minter: Address;
  phase: string;
  transactionID: string;
  /** Decimal, as JSON's numbers end at 2^53. */
  qty: string;
  /** The EIP-712 digest of the terms. */
  hash: Hex;
  signature: Hex;
}

/** Signs typed data, like viem's local accounts. */
export interface AuthorizationSigner {
  signTypedData(payload: ReturnType<typeof mintAuthorizationTypedData>): Promise<Hex>;
}

/** The arguments of `FringeMint`, in order. */
export type MintArguments = [hash: Hex, signature: Hex, transactionID: string, qty: bigint];

/** What can be said of a signed authorisation without asking the chain. */
export interface AuthorizationCheck {
  /** Who signed these terms for this contract on this chain; undefined if the signature is no key's. */
  signer: Address | undefined;
  /** Whether `hash` is the digest of the terms. */
  isHashRight: boolean;
}

/** Signs `authorization` for `collection`, in the form in which it is sent. */
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

/** What the minter passes to `FringeMint`. */
export function mintArguments(signed: SignedMintAuthorization): MintArguments {
  return [signed.hash, signed.signature, signed.transactionID, BigInt(signed.qty)];
}

/** Finds out who signed, and whether the hash is right; the contract refuses any other form of signature too. */
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
