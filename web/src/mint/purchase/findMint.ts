import { type Address, type Client, parseAbiItem, zeroAddress } from "viem";
import { getLogs, getTransaction, readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import type { AuthorizedOrder, Minted } from "./purchase.ts";

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

/** The mint that used an authorisation at or after `fromBlock`; undefined while it is unused. */
export async function findMint(
  client: Client,
  collection: Address,
  mint: AuthorizedOrder & { fromBlock: bigint },
): Promise<Minted | undefined> {
  const { transactionID } = mint.authorization;
  const isUsed = await readContract(client, {
    abi: fringeDriftersAbi,
    address: collection,
    functionName: "usedTransactions",
    args: [transactionID],
  });
  if (!isUsed) return undefined;
  return mintedBy(client, collection, mint).catch(() => ({ hash: undefined, drifterIds: [] }));
}

async function mintedBy(
  client: Client,
  address: Address,
  { order, authorization, fromBlock }: AuthorizedOrder & { fromBlock: bigint },
): Promise<Minted> {
  const args = { from: zeroAddress, to: order.wallet };
  const logs = await getLogs(client, { address, event: transfer, args, fromBlock });
  for (const hash of new Set(logs.map(({ transactionHash }) => transactionHash))) {
    const { input } = await getTransaction(client, { hash });
    // A contract wallet's calldata contains the mint's.
    if (!input.includes(authorization.hash.slice(2))) continue;
    const minted = logs.filter(({ transactionHash }) => transactionHash === hash);
    return { hash, drifterIds: minted.map((log) => String(log.args.tokenId)) };
  }
  return { hash: undefined, drifterIds: [] };
}
