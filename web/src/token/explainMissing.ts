import { readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { revertData } from "#protocol/chain/revertData";
import { nouns, tokenTitle } from "#protocol/values/noun";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../wallet/pageClient.ts";
import { type Missing, notMinted } from "./missing.ts";

/** Reads from the chain why a token has no metadata. */
export async function explainMissing(drifterId: string): Promise<Missing> {
  const id = BigInt(drifterId);
  const call = { abi: collectionAbi, address: runtimeConfig().contract } as const;
  const client = pageClient();
  try {
    await readContract(client, { ...call, functionName: "ownerOf", args: [id] });
    const reason = `${tokenTitle(drifterId)} is minted. Its portrait is being prepared…`;
    return { isMinted: true, reason };
  } catch (error) {
    if (revertData(error) === undefined) throw error;
  }
  const maxSupply = await readContract(client, { ...call, functionName: "MAX_SUPPLY" }).catch(
    () => id,
  );
  if (id <= maxSupply) return notMinted;
  const count = maxSupply.toLocaleString("en");
  return { isMinted: false, reason: `Not minted. There are at most ${count} ${nouns}.` };
}
