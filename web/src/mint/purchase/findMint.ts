import {
  type Address,
  type Client,
  isAddressEqual,
  parseAbiItem,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem";
import { getLogs, getTransaction, getTransactionReceipt, readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { runtimeConfig } from "../../env.ts";
import type { Asked } from "../../transactions/transaction.ts";
import type { AuthorizedOrder } from "./purchase.ts";

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

/** Whether the authorisation is used, and the mint that used it at or after `fromBlock`, unless it is not found. */
export async function findMint(
  client: Client,
  mint: Asked<AuthorizedOrder>,
): Promise<{ isUsed: boolean; receipt?: TransactionReceipt | undefined }> {
  const isUsed = await readContract(client, {
    abi: fringeDriftersAbi,
    address: runtimeConfig().contractAddress,
    functionName: "usedTransactions",
    args: [mint.authorization.transactionID],
  });
  if (!isUsed) return { isUsed };
  return { isUsed, receipt: await receiptOf(client, mint).catch(() => undefined) };
}

async function receiptOf(
  client: Client,
  { order, authorization, fromBlock }: Asked<AuthorizedOrder>,
): Promise<TransactionReceipt | undefined> {
  const address = runtimeConfig().contractAddress;
  const args = { from: zeroAddress, to: order.wallet };
  const logs = await getLogs(client, { address, event: transfer, args, fromBlock });
  for (const hash of new Set(logs.map(({ transactionHash }) => transactionHash))) {
    const { input } = await getTransaction(client, { hash });
    // A contract wallet's calldata contains the mint's.
    if (input.includes(authorization.hash.slice(2))) return getTransactionReceipt(client, { hash });
  }
  return undefined;
}

/** Returns the IDs that a transaction minted to a wallet, in order. */
export function mintedDrifters({ logs }: TransactionReceipt, wallet: Address): string[] {
  const { contractAddress } = runtimeConfig();
  return parseEventLogs({ abi: fringeDriftersAbi, eventName: "Transfer", logs })
    .filter(({ address }) => isAddressEqual(address, contractAddress))
    .filter(({ args }) => isAddressEqual(args.from, zeroAddress))
    .filter(({ args }) => isAddressEqual(args.to, wallet))
    .map(({ args }) => String(args.tokenId));
}
