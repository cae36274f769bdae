import { createPublicClient, custom } from "viem";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { explainMint, type MintQuery } from "#sale/explainMint";
import { authorize, openPhase, provider, type Sale } from "../support/contracts/collection.ts";

// Safety: Hardhat's provider speaks EIP-1193.
const client = createPublicClient({ transport: custom(provider as never), cacheTime: 0 });

/** Explains the holder's mint of two tokens, authorized and paid exactly, changed by overrides. */
export async function explain(
  sale: Sale,
  { authorizedFor, ...differing }: Partial<MintQuery> & { authorizedFor?: object } = {},
) {
  const wallet = differing.wallet ?? requireHex(sale.holder.address);
  const qty = differing.qty ?? 2n;
  return explainMint(client, {
    collection: sale.domain,
    wallet,
    qty,
    symbol: "ETH",
    authorization: await signed(sale, { qty, ...authorizedFor }),
    ...differing,
  });
}

/** An authorization for the holder, signed by the signer. */
export async function signed(sale: Sale, terms: object): Promise<SignedMintAuthorization> {
  const request = { phase: openPhase.name as string, qty: 2n, transactionID: "a mint", ...terms };
  const [hash, signature] = await authorize(sale, request);
  return {
    chainId: sale.domain.chainId,
    contract: sale.domain.contract,
    minter: requireHex(sale.holder.address),
    phase: request.phase,
    transactionID: request.transactionID,
    qty: String(request.qty),
    hash: requireHex(hash),
    signature: requireHex(signature),
  };
}

/** `NotMinting: failed`, for every rule that does not pass. */
export function troubles({ results }: Awaited<ReturnType<typeof explainMint>>): string[] {
  return results
    .filter(({ result }) => result !== "passed")
    .map(({ rule, result }) => `${rule}: ${result}`);
}

export function requireHex(text: string): `0x${string}` {
  // Safety: ethers' addresses, hashes and signatures begin with 0x.
  return text as `0x${string}`;
}
