import { expect } from "chai";
import { encodeAbiParameters, encodeEventTopics, type Hex, HttpRequestError } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { LogsUnavailableError } from "#protocol/blockRanges";
import { findPhaseNames } from "#protocol/sale/phaseNames";
import { fakeNode } from "./fakeNode.ts";

const collection = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const topics = encodeEventTopics({ abi: fringeDriftersAbi, eventName: "PhaseChanged" });

interface World {
  /** The block of the collection's deployment. */
  deployed: bigint;
  newest: bigint;
  /** Maximum number of blocks per request. */
  most?: bigint;
  /** The error for a longer range. */
  refusal?: Error;
}

/** The ranges of blocks whose events were read, from a chain with a phase named after each block. */
async function search({ deployed, newest, most = newest + 1n, refusal }: World) {
  const received: string[] = [];
  const read: string[] = [];
  const heard: string[] = [];
  const client = fakeNode(({ method, params }) => {
    if (method === "eth_getCode") return BigInt(String(params[1])) < deployed ? "0x" : "0x60";
    // Safety: the filter of the search.
    const [{ fromBlock, toBlock, address }] = params as [
      { fromBlock: Hex; toBlock: Hex; address: Hex },
    ];
    expect(address).to.equal(collection);
    const [from, to] = [BigInt(fromBlock), BigInt(toBlock)];
    received.push(`${from}–${to}`);
    if (to - from >= most) throw refusal ?? Object.assign(new Error("too many"), { code: -32005 });
    read.push(`${from}–${to}`);
    const blocks = Array.from(
      { length: Number(to - from) + 1 },
      (_, index) => Number(from) + index,
    );
    return blocks.map((block) => ({
      topics,
      data: encodeAbiParameters([{ type: "string" }], [`phase ${block}`]),
    }));
  });
  const names = await findPhaseNames(client, collection, {
    blockNumber: newest,
    onProgress: ({ names: found, done, total }) =>
      heard.push(`${found.length} in ${done}/${total}`),
  });
  return { received, read, heard, names };
}

describe("the search for phase names on chains of any length", () => {
  it("reads every block from the newest to the deployment, whatever both are", async () => {
    for (let newest = 0n; newest <= 9n; newest += 1n) {
      for (let deployed = 0n; deployed <= newest; deployed += 1n) {
        const { names, received } = await search({ deployed, newest });
        expect(received).to.deep.equal([`${deployed}–${newest}`]);
        const count = Number(newest - deployed) + 1;
        expect(names).to.deep.equal(
          Array.from({ length: count }, (_, index) => `phase ${Number(newest) - index}`),
        );
      }
    }
  });

  it("reads each block once, and halves ranges that the node refuses", async () => {
    const { received, read, heard, names } = await search({ deployed: 3n, newest: 12n, most: 2n });
    expect(received).to.deep.equal([
      "3–12",
      "8–12",
      "11–12",
      "7–10",
      "9–10",
      "7–8",
      "3–6",
      "5–6",
      "3–4",
    ]);
    expect(read).to.deep.equal(["11–12", "9–10", "7–8", "5–6", "3–4"]);
    expect(heard.slice(0, 2)).to.deep.equal(["2 in 2/10", "4 in 4/10"]);
    expect(heard.at(-1)).to.equal("10 in 10/10");
    expect(names).to.have.length(10);
    const single = await search({ deployed: 3n, newest: 9n, most: 1n });
    expect(single.read).to.deep.equal(["9–9", "8–8", "7–7", "6–6", "5–5", "4–4", "3–3"]);
    expect((await search({ deployed: 0n, newest: 7n, most: 3n })).read).to.deep.equal([
      "6–7",
      "4–5",
      "2–3",
      "0–1",
    ]);
  });

  it("gives up when the node refuses a single block", async () => {
    const error = await search({ deployed: 0n, newest: 5n, most: 0n }).catch((reason) => reason);
    expect(error).to.be.instanceOf(LogsUnavailableError);
    expect(error.message).to.equal(
      "This node does not serve the contract's events, so the names of its phases can't be found. Enter them, or use another node.",
    );
  });

  it("requests fewer blocks after an HTTP error, and reports a node that does not respond", async () => {
    const url = "http://localhost:8545";
    const refusal = new HttpRequestError({ url, status: 413 });
    const { names } = await search({ deployed: 0n, newest: 3n, most: 1n, refusal });
    expect(names).to.have.length(4);
    const outage = new HttpRequestError({ url });
    const world = { deployed: 0n, newest: 3n, most: 1n, refusal: outage };
    const error = await search(world).catch((reason) => reason);
    expect(error).not.to.be.instanceOf(LogsUnavailableError);
    expect(error.walk((cause: unknown) => cause === outage)).to.equal(outage);
  });
});
