import { toQuantity } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { type LocalChain, startLocalChain } from "../../../world/chain/localChain.ts";
import { accountAt } from "../../../world/parties.ts";
import { populateCollection } from "../../../world/populateCollection.ts";

/** An owner of a drifter in a block. */
export interface Holding {
  drifter: number;
  /** Number of the node's account. */
  account: number;
  block: number;
}

/** A node with a collection whose drifters were all transferred often. */
export interface TransferredCollection {
  chain: LocalChain;
  contract: `0x${string}`;
  /** One of each drifter, by number, spread over the blocks. */
  holdings: readonly Holding[];
  /** Number of the collection's `Transfer` events. */
  events: number;
}

export interface CollectionSize {
  drifters: number;
  /** How often each drifter is transferred. */
  rounds: number;
  /** Empty blocks before each round. */
  pause: number;
}

/** The accounts that own drifters. */
const owners = Array.from({ length: 10 }, (_, index) => index + 2);

const mostInTransaction = 100;
/** Enough for so many transfers, and below the limit of a transaction (EIP-7825). */
const gasLimit = 16_000_000n;

/** Starts a node and a collection in which each owner hands all of its drifters to the next one, round after round. */
export async function startTransferredCollection(
  { drifters, rounds, pause }: CollectionSize,
  tell: (doing: string) => void,
): Promise<TransferredCollection> {
  await using started = new AsyncDisposableStack();
  const chain = await startLocalChain();
  started.defer(() => chain.close());
  const groups = groupsOf(drifters);
  const contract = await populateCollection({ chain, plan: planOf(groups), baseURI: "" });
  const handOver = await prepareHandOver(chain, contract);
  const holdings: Holding[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`round ${round} of ${rounds} of the transfers`);
    await chain.ethers.provider.send("hardhat_mine", [toQuantity(pause)]);
    for (const [group, ids] of groups.entries()) {
      const [from, to] = [ownerOf(group, round - 1), ownerOf(group, round)];
      for (const part of partsOf(ids)) {
        const block = await handOver(from, to, part);
        const told = part.filter((id) => 1 + (id % rounds) === round);
        holdings.push(...told.map((drifter) => ({ drifter, account: to, block })));
      }
    }
  }
  started.move();
  return {
    chain,
    // Safety: ethers' addresses always begin with 0x.
    contract: (await contract.getAddress()) as `0x${string}`,
    holdings: holdings.sort((a, b) => a.drifter - b.drifter),
    events: drifters * (rounds + 1),
  };
}

/** Returns a function that transfers many drifters in one transaction, and returns its block. */
async function prepareHandOver({ ethers }: LocalChain, contract: FringeDrifters) {
  const operator = await ethers.deployContract("BatchTransfer");
  const accounts = await ethers.getSigners();
  for (const owner of owners) {
    const approving = contract.connect(accountAt(accounts, owner));
    await approving.setApprovalForAll(await operator.getAddress(), true);
  }
  return async (from: number, to: number, ids: readonly number[]): Promise<number> => {
    const [giver, receiver] = [accountAt(accounts, from), accountAt(accounts, to)];
    const sent = await operator.transferAll(contract, giver, receiver, [...ids], { gasLimit });
    const receipt = await sent.wait();
    if (receipt === null) throw new Error("The node did not mine the transfers.");
    return receipt.blockNumber;
  };
}

/** Drifters from 1 on, as many for each owner. */
function groupsOf(drifters: number): number[][] {
  const size = drifters / owners.length;
  return owners.map((_, index) => Array.from({ length: size }, (_, at) => 1 + index * size + at));
}

function ownerOf(group: number, round: number): number {
  return owners[(group + round) % owners.length] ?? 0;
}

function partsOf(ids: readonly number[]): number[][] {
  const parts = Math.ceil(ids.length / mostInTransaction);
  return Array.from({ length: parts }, (_, part) =>
    ids.slice(part * mostInTransaction, (part + 1) * mostInTransaction),
  );
}

function planOf(groups: readonly number[][]) {
  const mints = groups.map(({ length }, index) => ({
    account: ownerOf(index, 0),
    quantity: length,
  }));
  const endPoint = 1 + groups.flat().length;
  return { phases: [{ name: "Founders", startingPoint: 1, endPoint, mints, gifts: [] }] };
}
