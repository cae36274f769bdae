import { expect } from "chai";
import { type Address, concat, type Hex, keccak256, toHex } from "viem";
import type { StorageTypes } from "#chain/mocks/StorageTypes";
import type { ContractBuild } from "#trace/contractBuild";
import { describeChanges } from "#trace/describeChanges";
import type { NodeRequest } from "#trace/nodeTrace";
import { traceSubject } from "#trace/traceSubject";
import { readContractBuild } from "../../scripts/shared/readContractBuild.ts";
import { addressOf, ethers, networkHelpers, provider } from "../support/contracts/collection.ts";
import { errorOf } from "../support/errorOf.ts";

const request: NodeRequest = (call) => provider.request(call);
const longText = "A note of more than thirty-one bytes, in";

describe("traceSubject", () => {
  let contract: StorageTypes;
  let build: ContractBuild;
  beforeEach(async () => {
    contract = await ethers.deployContract("StorageTypes");
    build = await readContractBuild();
  });

  /** Describes a transaction's changes: titles with their lines. */
  async function changesOf(
    transaction: { hash: string } | null,
    { send = request, known = build } = {},
  ): Promise<Record<string, string[]>> {
    // Safety: hashes are hexadecimal.
    const { changes, revert } = await traceSubject(send, transaction?.hash as Hex, known);
    const groups = describeChanges(changes, revert !== undefined).map(
      ({ title, changes }) =>
        [title, changes.map(({ subject, values }) => [subject, ...values].join(" · "))] as const,
    );
    return Object.fromEntries(groups);
  }

  async function storageOf(...given: Parameters<typeof changesOf>): Promise<string[] | undefined> {
    const changes = await changesOf(...given);
    return changes[`Changes in StorageTypes ${await shortAddress()}`];
  }

  async function shortAddress(): Promise<string> {
    const address = await addressOf(contract);
    return `${address.slice(0, 6)}…${address.slice(-4)}`;
  }

  it("names changed values of every type", async () => {
    const list = Array.from({ length: 12 }, (_, index) => `list[${index}] · 0 → ${index + 1}`);
    expect(await storageOf(await contract.change("short", "0x0102"))).to.deep.equal([
      "account · 0x0000…0000 → 0xf39F…2266",
      "color · 0 → 1",
      "data · 0x → 0x0102",
      "flag · false → true",
      "list.length · 0 → 12",
      ...list,
      'origin.note · "" → "short"',
      "points.length · 0 → 2",
      "points[0].x · 0 → -1",
      'points[1].note · "" → "short"',
      "signed · 0 → -5",
      "tag · 0x00000000 → 0x01020304",
    ]);
  });

  it("numbers slots outside the layout, and slots with a changed bit that no variable explains", async () => {
    const hex = (word: bigint) => toHex(word, { size: 32 });
    for (const [slot, word] of [
      [0xabcdefn, 7n],
      // The flag, and a bit above all variables of the slot.
      [0n, 1n + 2n ** 255n],
      // A slot far behind the start of a long text.
      [BigInt(keccak256(hex(5n))) + 2n ** 33n, 7n],
    ] as const) {
      expect(await storageOf(await contract.setSlot(slot, word))).to.deep.equal([
        `slot ${hex(slot)} · ${hex(0n)} → ${hex(word)}`,
      ]);
    }
  });

  it("names values of nested mappings by their keys, also a constructor's value at key zero", async () => {
    expect(await storageOf(contract.deploymentTransaction())).to.deep.equal([
      "roles[0x0000…0000] · false → true",
    ]);
    const change = await contract.setMappings("0x0a0b0c0d", true, -3, longText);
    expect(await storageOf(change)).to.deep.equal([
      `colors[-3]["${longText}"] · 0 → 1`,
      `nested[0x0a0b0c0d][true].note · "" → "${longText}"`,
      "nested[0x0a0b0c0d][true].path[0] · 0 → 1",
      "nested[0x0a0b0c0d][true].path[1] · 0 → 2",
      "nested[0x0a0b0c0d][true].path[2] · 0 → 3",
    ]);
  });

  it("shows strings and bytes across all their slots, and unchanged slots as an ellipsis", async () => {
    const data = concat([`0x${"11".repeat(32)}`, `0x${"22".repeat(8)}`]);
    const storage = (await storageOf(await contract.change(longText, data))) ?? [];
    expect(storage.filter((line) => /^(data|origin)/.test(line))).to.deep.equal([
      "data · 0x → 0x1111…2222",
      `origin.note · "" → "${longText}"`,
    ]);
    const note = async (text: string) => storageOf(await contract.setNote(text));
    expect(await note(`${longText} Rust`)).to.deep.equal([
      'origin.note · "…ytes, in" → "…ytes, in Rust"',
    ]);
    expect(await note(`${longText} Dust`)).to.deep.equal([
      'origin.note · "…ytes, in Rust" → "…ytes, in Dust"',
    ]);
    expect(await note("Dust")).to.deep.equal([`origin.note · "${longText} Dust" → "Dust"`]);
  });

  it("names a proxy's storage by the layout of the contract whose code ran", async () => {
    const code = concat([
      ...(["0x3d602d80600a3d3981f3363d3d373d3d3d363d73", await addressOf(contract)] as const),
      "0x5af43d82803e903d91602b57fd5bf3",
    ]);
    const sender = await ethers.provider.getSigner(0);
    const created = await (await sender.sendTransaction({ data: code })).wait();
    // Safety: the transaction created a contract.
    const proxy = created?.contractAddress as Address;
    const call = await contract
      .attach(proxy)
      .connect(sender)
      .getFunction("setNote")
      .send("proxied");
    const title = `Changes in StorageTypes ${proxy.slice(0, 6)}…${proxy.slice(-4)}`;
    expect((await changesOf(call))[title]).to.deep.equal(['origin.note · "" → "proxied"']);
  });

  it("finds the same names from single steps if the node cannot list hashed data", async () => {
    const change = await contract.setMappings("0x0a0b0c0d", true, -3, longText);
    const send: NodeRequest = (call) =>
      JSON.stringify(call).includes("erc7562Tracer") ? Promise.reject(Error("no")) : request(call);
    expect(await storageOf(change, { send })).to.deep.equal(await storageOf(change));
  });

  it("says that the changes are unknown if the node cannot report them", async () => {
    const send: NodeRequest = (call) =>
      JSON.stringify(call).includes("prestateTracer") ? Promise.reject(Error("no")) : request(call);
    expect(await changesOf(await contract.setNote("new"), { send })).to.deep.equal({
      "Changes are unknown: the node's prestateTracer failed": [],
    });
  });

  it("shows a contract that the build does not contain by its address and slots", async () => {
    const known = { contracts: [] };
    const changes = await changesOf(await contract.setNote("new"), { known });
    const slot = `0x${"4".padStart(64, "0")}`;
    expect(changes[`Changes in ${await addressOf(contract)}`]).to.deep.equal([
      `slot ${slot} · 0x${"0".repeat(64)} → 0x6e6577${"6".padStart(58, "0")}`,
    ]);
  });

  it("shows balances with their difference, and only these if the transaction reverted", async () => {
    const [from, to] = [await ethers.provider.getSigner(0), await ethers.provider.getSigner(1)];
    await networkHelpers.setBalance(to.address, 10n ** 22n);
    const transfer = await from.sendTransaction({ to, value: 10n ** 17n });
    const { Balances: balances = [], ...rest } = await changesOf(transfer);
    expect(rest).to.deep.equal({});
    const pattern = (who: string, sign: string) =>
      new RegExp(`^${who} · [\\d.]+ → [\\d.]+ ETH \\(${sign}0\\.\\d+ ETH\\)$`);
    expect(balances).to.have.length(3);
    expect(balances[2]).to.match(pattern("0xC014…bA5E \\(fee recipient\\)", "\\+"));
    expect(balances).to.include("0x7099…79C8 · 10000 → 10000.1 ETH (+0.1 ETH)");
    const unknownCall = { from: from.address, to: await addressOf(contract), data: "0x12345678" };
    const error = await errorOf(
      provider.request({ method: "eth_sendTransaction", params: [unknownCall] }),
    );
    const changes = await changesOf({ hash: String(Reflect.get(error, "transactionHash")) });
    expect(Object.keys(changes)).to.deep.equal(["Changes nothing except balances", "Balances"]);
    expect(changes.Balances?.[0]).to.match(pattern("0xf39F…2266", "−"));
  });
});
