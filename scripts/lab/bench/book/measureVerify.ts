import { join } from "node:path";
import { compileContracts } from "../../../shared/compileContracts.ts";
import { step } from "../step.ts";
import { type NodeLimits, startCountingProxy } from "./countingProxy.ts";
import { measureCommand } from "./measureCommand.ts";
import { receiptsOfHolders } from "./receipts.ts";
import type { ReceiptFigures, VerifyFigures } from "./report.ts";
import { startTransferredCollection, type TransferredCollection } from "./transferredCollection.ts";
import { fillStore } from "./world.ts";

/** Each drifter has an event for its mint and for each of these transfers. */
const rounds = 9;
/** Empty blocks before each round: about a day of Ethereum. */
const pause = 7_000;
/** Blocks whose state an ordinary node keeps. */
const keptStates = 128;

/** Measures the check of a receipt of each of `drifters` drifters on a node in this process, in an empty folder. */
export async function measureVerify(drifters: number, folder: string): Promise<ReceiptFigures> {
  await compileContracts();
  const size = { drifters, rounds, pause };
  const collection = await step("a collection on a node", (tell) =>
    startTransferredCollection(size, tell),
  );
  const { chain, contract, holdings, events } = collection;
  try {
    const archive = join(folder, "stories.jsonl");
    const dataDir = join(folder, "signed");
    await step(`an archive of ${drifters} receipts`, async () => {
      await fillStore(dataDir, receiptsOfHolders(contract, holdings));
      await measureCommand("stories", ["export", archive], { DATA_DIR: dataDir });
    });
    const { provider } = chain.ethers;
    await provider.send("hardhat_mine", [`0x${keptStates.toString(16)}`]);
    const newest = await provider.getBlockNumber();
    const limits = { oldestState: newest - keptStates + 1, mostBlocks: 2_000, mostEvents: 10_000 };
    const nodes = [
      await verifyBy("a node with all state", collection, archive),
      await verifyBy("an ordinary node", collection, archive, limits),
    ];
    return { receipts: drifters, events, blocks: newest + 1, nodes };
  } finally {
    await chain.close();
  }
}

async function verifyBy(
  node: string,
  { chain, contract, holdings }: TransferredCollection,
  archive: string,
  limits?: NodeLimits,
): Promise<VerifyFigures> {
  const proxy = await startCountingProxy(chain.url, limits);
  try {
    const environment = { RPC_URL: proxy.url, CONTRACT_ADDRESS: contract };
    const usage = await step(`npm run verify, ${node}`, () =>
      measureCommand("verify", [archive], environment),
    );
    const all = holdings.length;
    if (!usage.output.startsWith(`${all} receipts: ${all} proved`)) throw new Error(usage.output);
    return { node, usage, requests: Object.fromEntries(proxy.requests) };
  } finally {
    await proxy.close();
  }
}
