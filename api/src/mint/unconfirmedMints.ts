import type { Chain } from "../chain.ts";
import type { MintQuestion, UsedMint } from "../usedMint.ts";

type ReadUsedMint = Chain["readUsedMint"];

/** Number of blocks of a mint, its own included. */
export function blocksOf(
  { blockNumber: minted }: UsedMint,
  { blockNumber }: Pick<MintQuestion, "blockNumber">,
): number {
  return Number(blockNumber - minted) + 1;
}

/**
 * The same function, but a mint that was found is not searched again until it has enough blocks to be final: its
 * wallet's page polls until then. If a reorganisation moves the mint, only the displayed number of blocks is wrong.
 */
export function keepUnconfirmed(read: ReadUsedMint, confirmations: number): ReadUsedMint {
  const found = new Map<string, UsedMint>();
  const isUnconfirmed = (mint: UsedMint, question: MintQuestion) =>
    blocksOf(mint, question) < confirmations;
  return async (question) => {
    const { transactionID } = question;
    const known = found.get(transactionID);
    if (known !== undefined && isUnconfirmed(known, question)) return known;
    found.delete(transactionID);
    const mint = await read(question);
    if (mint !== undefined && isUnconfirmed(mint, question)) found.set(transactionID, mint);
    return mint;
  };
}
