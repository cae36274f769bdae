import { expect } from "chai";
import { numberToHex } from "viem";
import { chainControls, prepareControl } from "#localChain/chainControls";
import { formatTimestamp, parseTimeTarget } from "#localChain/timeTarget";

const now = Date.UTC(2026, 0, 31, 12) / 1_000;
const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

describe("parseTimeTarget", () => {
  const parsed = (text: string) => {
    const target = parseTimeTarget(text, now);
    return target === undefined ? undefined : formatTimestamp(target);
  };

  for (const [text, expected] of [
    ["+30s", "2026-01-31 12:00:30 UTC"],
    ["+5m", "2026-01-31 12:05:00 UTC"],
    ["+1h", "2026-01-31 13:00:00 UTC"],
    ["+1d", "2026-02-01 12:00:00 UTC"],
    ["+2w", "2026-02-14 12:00:00 UTC"],
    ["2026-12-24", "2026-12-24 00:00:00 UTC"],
    ["2026-12-24T18:05", "2026-12-24 18:05:00 UTC"],
    ["2026-12-24T18:05:09Z", "2026-12-24 18:05:09 UTC"],
    ["9999-12-31T23:59:59", "9999-12-31 23:59:59 UTC"],
  ] as const) {
    it(`reads ${text}`, () => expect(parsed(text)).to.equal(expected));
  }

  it("rejects an invalid format, a nonexistent date and any date after the year 9999", () => {
    const others = ["", "1d", "+d", "+1y", "+1.5h", "-1h", "tomorrow", "2026-13-01", "2026-02-30"];
    for (const text of [...others, "2026-12-24T25:00", "2026-12-24 18:00", "+999999999999w"]) {
      expect(parsed(text), text).to.equal(undefined);
    }
  });
});

describe("prepareControl", () => {
  const rejection = (words: readonly string[]) => {
    try {
      prepareControl(words);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("calls the node for each control, and describes the effect", async () => {
    const requested: unknown[] = [];
    const responses: Record<string, unknown> = {
      eth_getBlockByNumber: { number: "0x7", timestamp: numberToHex(now) },
      eth_accounts: ["0x1", "0x2", "0x3", address.toLowerCase()],
      evm_snapshot: "0xa1",
    };
    const request = async ({ method, params }: { method: string; params: unknown[] }) => {
      if (!/^eth_/.test(method)) requested.push([method, ...params].join(" "));
      return responses[method] ?? true;
    };
    const replaceBlocks = async (count: number, way: string) => {
      requested.push(`replace ${count} ${way}`);
      return { first: 5, transactions: { drop: 1, pend: 0 }[way] ?? 2, failed: count - 1 };
    };
    const chain = { request, snapshots: new Map(), replaceBlocks };
    const latest = "The latest block is 7, dated 2026-01-31 12:00:00 UTC.";
    const on = `Automine is on: each transaction is mined immediately. ${latest}`;
    const off =
      "Automine is off: transactions stay pending until you run mine or turn automine on.";
    const early =
      "Time only moves forward: the latest block is dated 2026-01-31 12:00:00 UTC. Choose a later time before the year 10000, or revert to a snapshot.";
    const lent = `The node now sends transactions from ${address} without its key. The account needs ETH for fees: balance ${address} 1.`;
    const free = `The node no longer sends transactions from ${address}, unless it is a local account.`;
    const taken = (number: number) =>
      `Snapshot ${number} was taken at block 7. Return to it with revert ${number}.`;
    const undone = (number: number) => `The chain was reverted to snapshot ${number}. ${latest}`;
    for (const [words, requests, said] of [
      ["time +1d", `evm_setNextBlockTimestamp ${numberToHex(now + 86_400)},evm_mine`, latest],
      ["time +0s", "", early],
      ["mine", "hardhat_mine 0x1", latest],
      ["mine 1000000", "hardhat_mine 0xf4240", latest],
      ["block 9", "hardhat_mine 0x2", latest],
      [
        "block 7",
        "",
        "The latest block is 7 already. Choose a higher number, or revert to a snapshot.",
      ],
      ["automine off", "evm_setAutomine false", off],
      ["automine on", "evm_setAutomine true,evm_mine", on],
      [
        "balance #3 0.5",
        `hardhat_setBalance ${address} 0x6f05b59d3b20000`,
        `${address} has 0.5 ETH.`,
      ],
      ["balance 4 1", "", "The local chain has no account 4. Use 0 to 3, or an address."],
      [
        `balance ${address} 1`,
        `hardhat_setBalance ${address} 0xde0b6b3a7640000`,
        `${address} has 1 ETH.`,
      ],
      [`impersonate ${address}`, `hardhat_impersonateAccount ${address}`, lent],
      [`release ${address}`, `hardhat_stopImpersonatingAccount ${address}`, free],
      ["revert", "", "This chain has no snapshot. Take one first: snapshot."],
      ["snapshot", "evm_snapshot", taken(1)],
      ["snapshot", "evm_snapshot", taken(2)],
      ["snapshot", "evm_snapshot", taken(3)],
      ["revert", "evm_revert 0xa1,evm_snapshot", undone(3)],
      ["revert 2", "evm_revert 0xa1,evm_snapshot", undone(2)],
      ["revert 3", "", "This chain has no snapshot 3. Use one of 1, 2."],
      [
        "reorg",
        "replace 1 reorder",
        `Block 5 was replaced. 2 transactions ran in reverse order. ${latest}`,
      ],
      ["reorg 1 pend", "replace 1 pend", `Block 5 was replaced. It had no transactions. ${latest}`],
      [
        "reorg 3 drop",
        "replace 3 drop",
        `Blocks 5 to 7 were replaced. One transaction disappeared. 2 of them failed. ${latest}`,
      ],
    ] as const) {
      const outcome = await prepareControl(words.split(" "))(chain).catch(({ message }) => message);
      expect([String(requested.splice(0)), outcome], words).to.deep.equal([requests, said]);
    }
  });

  for (const words of [
    ["time"],
    ["time", "soon"],
    ["time", "+1d", "+1d"],
    ["mine", "0"],
    ["mine", "1000001"],
    ["mine", "1", "1"],
    ["block", "-1"],
    ["block", "1", "1"],
    ["automine"],
    ["automine", "on", "on"],
    ["balance", "3"],
    ["balance", "0x12", "1"],
    ["balance", "3", "1e3"],
    ["balance", "3", "1", "1"],
    ["impersonate", "3"],
    ["release", address, address],
    ["snapshot", "1"],
    ["revert", "0"],
    ["revert", "1", "1"],
    ["reorg", "0"],
    ["reorg", "drop"],
    ["reorg", "1", "toString"],
  ]) {
    it(`explains the usage after ${words.join(" ")}`, () => {
      const name = words[0] as keyof typeof chainControls;
      const usage = `Use ${`${name} ${chainControls[name].usage}`.trim()}. `;
      expect(rejection(words)?.startsWith(usage)).to.equal(true);
    });
  }
});
