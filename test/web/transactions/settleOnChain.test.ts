import { expect } from "chai";
import { network } from "hardhat";
import { createPublicClient, custom, type Hex } from "viem";
import { settleTransaction } from "../../../web/src/transactions/settleTransaction.ts";
import type { SentTransaction, Sighting } from "../../../web/src/transactions/transaction.ts";

// A separate chain, because it mines only on request.
const { ethers, networkHelpers, provider } = await network.create();
const ask = (method: string, ...params: unknown[]) => provider.request({ method, params });

/** Fixture: mines blocks on request only. */
async function waitForMe(): Promise<void> {
  await ask("evm_setAutomine", false);
}

describe("settleTransaction on a chain", () => {
  beforeEach(() => networkHelpers.loadFixture(waitForMe));

  it("reports the nonce first, then the receipt once the transaction is mined", async () => {
    const sent = await send();
    const { ending, numbers } = follow(sent, { onWaiting: () => ask("evm_mine") });
    expect(await ending).to.have.nested.property("receipt.transactionHash", sent.hash);
    expect(new Set(numbers)).to.deep.equal(new Set([await numberOf(sent)]));
  });

  it("returns the receipt of a replacement with a different fee", async () => {
    const sent = { ...(await send()), nonce: 0 };
    sent.nonce = await numberOf(sent);
    const again = await send({ nonce: sent.nonce, dear: true });
    await ask("evm_mine");
    const ending = await follow(sent).ending;
    expect(ending).to.have.nested.property("receipt.transactionHash", again.hash);
  });

  it("reports a different replacement, even after a reload", async () => {
    const sent = { ...(await send()), nonce: 0 };
    sent.nonce = await numberOf(sent);
    const other = await send({ nonce: sent.nonce, dear: true, value: 7n });
    await ask("evm_mine");
    await ask("evm_mine");
    const { failure } = await follow(sent).ending;
    expect(failure?.message).to.include(`replaced this transaction with another (${other.hash})`);
  });

  it("reports a dropped transaction as missing, and finds it when it is broadcast again", async () => {
    const sent = { ...(await send()), nonce: 0 };
    sent.nonce = await numberOf(sent);
    await ask("hardhat_dropTransaction", sent.hash);
    const { ending, sightings } = follow(sent, {
      missingAfterMilliseconds: 0,
      onMissing: async () => {
        await send({ nonce: sent.nonce });
        await ask("evm_mine");
      },
    });
    expect(await ending).to.have.property("receipt");
    expect(sightings).to.include("missing");
  });

  it("continues after the node was unreachable", async () => {
    const sent = await send();
    await ask("evm_mine");
    const { ending, sightings } = follow(sent, { failures: 2 });
    expect(await ending).to.have.property("receipt");
    expect(sightings).to.deep.equal(["unreachable", "unreachable"]);
  });
});

interface Terms {
  nonce?: number;
  dear?: boolean;
  value?: bigint;
}

async function send({ nonce, dear = false, value = 1n }: Terms = {}): Promise<SentTransaction> {
  const [from, to] = await ethers.getSigners();
  if (!from || !to) throw new Error("The simulated chain has too few accounts.");
  const fee = dear ? "0x174876e800" : "0x77359400";
  const request = {
    from: from.address,
    to: to.address,
    value: `0x${value.toString(16)}`,
    data: "0x",
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
    ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
  };
  // Safety: the node returns a hash, and ethers' addresses begin with 0x.
  const hash = (await ask("eth_sendTransaction", request)) as Hex;
  return { hash, from: from.address as Hex, to: to.address as Hex, data: "0x", value };
}

async function numberOf({ hash }: SentTransaction): Promise<number> {
  return (await ethers.provider.getTransaction(hash))?.nonce ?? Number.NaN;
}

interface Happenings {
  onWaiting?: () => Promise<unknown>;
  onMissing?: () => Promise<unknown>;
  /** Number of polls in which the node does not know the transaction. */
  missingAfterMilliseconds?: number;
  /** Number of requests that fail first. */
  failures?: number;
}

function follow(sent: SentTransaction, happenings: Happenings = {}) {
  const { onWaiting, onMissing, missingAfterMilliseconds = 3_600_000, failures = 0 } = happenings;
  let left = failures;
  const request = async (requests: { method: string; params?: unknown }) => {
    left -= 1;
    if (left >= 0) throw new Error("The node is unreachable.");
    // Safety: viem's requests are the ones that Hardhat's provider handles.
    return provider.request(requests as never);
  };
  const client = createPublicClient({
    transport: custom({ request }, { retryCount: 0 }),
    cacheTime: 0,
  });
  const sightings: Sighting[] = [];
  const numbers: (number | undefined)[] = [];
  let isMissed = false;
  function onSighting({ nonce }: SentTransaction, sighting: Sighting): void {
    numbers.push(nonce);
    sightings.push(sighting);
    if (sighting === "waiting") void onWaiting?.();
    if (sighting === "missing" && !isMissed) {
      isMissed = true;
      void onMissing?.();
    }
  }
  const polling = { intervalMilliseconds: 5, missingAfterMilliseconds };
  return { ending: settleTransaction(client, sent, onSighting, polling), sightings, numbers };
}
