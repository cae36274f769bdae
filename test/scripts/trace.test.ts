import { expect } from "chai";
import { account } from "../api/apiFixture.ts";
import { faults, startFaultyRpc } from "../api/faultyRpc.ts";
import { minter, sourceLine, useTraceCommand } from "../support/traceCommand.ts";

const nobody = "0x0000000000000000000000000000000000000000";

describe("npm run trace", () => {
  const at = useTraceCommand();

  it("shows calls, events and changed fields of a mint of 20", async () => {
    const { status, stdout } = await at.trace(await at.mint(20n));
    expect(status).to.equal(0);
    const [call = "", ...rest] = stdout.trimEnd().split("\n");
    expect(call).to.match(
      /^FringeDrifters\.FringeMint\(hash: 0x\w{64}, signature: 0x\w{16}…\w{8}, transactionID: "7", qty: 20\) with 1\.6 ether \[[\d,]+ gas\]$/,
    );
    expect(rest).to.deep.equal([
      "├─ staticcall ecrecover() [3,000 gas]",
      ...Array.from({ length: 20 }, (_, index) => {
        const branch = index === 19 ? "└─" : "├─";
        return `${branch} event Transfer(from: ${nobody}, to: ${minter}, tokenId: ${index + 1})`;
      }),
      "",
      "Storage:",
      `  FringeDrifters: owners[${minter}].account.balance 0 → 20`,
      `  FringeDrifters: owners[${minter}].account.newestBatch 0 → 16`,
      "  FringeDrifters: phases[2].currentCount 0 → 20",
      "  FringeDrifters: phases[2].supply 0 → 20",
      `  FringeDrifters: tokens[16].batch.owner ${nobody} → ${minter}`,
      "  FringeDrifters: tokens[16].batch.below 0 → 15",
      "  FringeDrifters: tokens[16].batch.above 0 → 4",
      `  FringeDrifters: usedTransactions.slots[0] 0 → 128`,
    ]);
  });

  describe("names the error, its cause and the line", () => {
    const reverts: { when: string; args: string[]; title: string; file: string; text: string }[] = [
      {
        when: "of a mint with another hash",
        args: ["FringeMint", `0x${"11".repeat(32)}`, "0x22", "7", "1", "--value", "0.08"],
        title: "AuthenticationFailed",
        file: "contracts/FringeDrifters.sol",
        text: "if (hash != ",
      },
      {
        when: "where errors with arguments share the end of their code",
        args: ["adjustPhases", "Clash", "5", "2000"],
        title: 'PhaseOverlaps("Ember")',
        file: "contracts/Phases.sol",
        text: "revert PhaseOverlaps(",
      },
      {
        when: "in a contract of a package",
        args: ["adjustPrice(0.1 ether)", "--as", "3"],
        title: `OwnableUnauthorizedAccount(${account(3).address})`,
        file: "node_modules/@openzeppelin/contracts/access/Ownable.sol",
        text: "revert OwnableUnauthorizedAccount(",
      },
    ];
    it("of a mint whose authorisation was used, though the same error stands in three lines", async () => {
      await at.mint(2n);
      const args = (await at.authorize(2n)).map(String);
      const { stdout } = await at.trace("FringeMint", ...args, "--as", "2", "--value", "0.16");
      const place = await sourceLine("contracts/FringeDrifters.sol", "_usedTransactions.add(");
      expect(stdout).to.contain(`\n✘ AuthenticationFailed\n  at     ${place}\n  cause  `);
    });

    for (const { when, args, title, file, text } of reverts) {
      it(when, async () => {
        const { status, stdout } = await at.trace(...args);
        expect(status).to.equal(1);
        expect(stdout).to.contain(` ✘ ${title}\n`);
        const place = await sourceLine(file, text);
        expect(stdout).to.contain(`\n✘ ${title}\n  at     ${place}\n  cause  `);
      });
    }
  });

  describe("names what a call would change", () => {
    const changes: { when: string; args: string[]; lines: string[] }[] = [
      {
        when: "in a packed value",
        args: ["adjustMaxBatch", "25"],
        lines: ["sale.maxBatch 20 → 25"],
      },
      {
        when: "in a mapping of a mapping",
        args: ["setApprovalForAll", account(3).address, "true", "--as", minter],
        lines: [`owners[${minter}].isOperator[${account(3).address}] false → true`],
      },
      {
        when: "in a mapping by text, and in a long text",
        args: ["adjustPhases", "A name of more than thirty-one bytes", "9000", "9010"],
        lines: [
          "phaseCount 4 → 5",
          'phaseNumbers["A name of more than thirty-one bytes"] 0 → 5',
          "phases[5].length 0 → 10",
          "phases[5].nameLength 0 → 63",
          "phases[5].startingPoint 0 → 9000",
          'phases[5].longName "" → 36 bytes',
          'phases[5].longName (bytes 0–31) "" → "A name of more than thirty-one b"',
          'phases[5].longName (bytes 32–63) "" → "ytes"',
        ],
      },
    ];
    for (const { when, args, lines } of changes) {
      it(when, async () => {
        const { status, stdout } = await at.trace(...args);
        expect(status).to.equal(0);
        const [, storage] = stdout.split("Storage:\n");
        const expected = lines.map((line) => `  FringeDrifters: ${line}\n`).join("");
        expect(storage).to.equal(expected);
      });
    }
  });

  it("decodes the constructor's arguments of a deployment", async () => {
    const { hash = "" } = at.fixture.contract.deploymentTransaction() ?? {};
    const { stdout } = await at.trace(hash);
    expect(stdout).to.match(
      new RegExp(
        `^create FringeDrifters\\.constructor\\(baseURI: "", startingSignerAddress: ${account(1).address}\\)`,
      ),
    );
  });

  it("decodes what a view returns", async () => {
    const { stdout } = await at.trace("isApprovedForAll", minter, minter);
    expect(stdout).to.match(/^FringeDrifters\.isApprovedForAll\(.*\) \[.* gas\] → false\n$/);
  });

  it("sorts the calls by their own gas with --gas", async () => {
    const { stdout } = await at.trace(await at.mint(1n), "--gas");
    const [title, mint = "", recover] = stdout.split("\n");
    expect(title).to.match(/^ *own gas +with calls +call$/);
    const [own, all, call] = mint.trim().split(/ {2,}/);
    const gas = (text = "") => Number(text.replaceAll(",", ""));
    expect(gas(all) - gas(own)).to.equal(3_000);
    expect(call).to.match(/^FringeDrifters\.FringeMint\(/);
    expect(recover).to.match(/3,000 +3,000 +staticcall ecrecover\(\)$/);
  });

  it("shows slots and words with --storage", async () => {
    const { stdout } = await at.trace("changeWithdrawer", minter, "--storage");
    const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
    const owner = account(0).address;
    expect(stdout).to.equal(
      [
        `FringeDrifters slot 0x${"8".padStart(64, "0")}`,
        `  ${word(owner)} →`,
        `  ${word(minter)}`,
        `  withdrawAddress ${owner} → ${minter}\n`,
      ].join("\n"),
    );
  });

  it("prints everything as JSON with --json", async () => {
    const { stdout } = await at.trace("adjustMaxBatch", "25", "--json");
    const { call, storage } = JSON.parse(stdout);
    expect(call).to.deep.include({
      contract: "FringeDrifters",
      function: "adjustMaxBatch",
      arguments: [{ name: "newMaxBatch", type: "uint256", value: "25" }],
      value: "0",
    });
    expect(call.items[0]).to.deep.include({ kind: "event", name: "MaxBatchChanged" });
    expect(storage[0].fields).to.deep.equal([{ name: "sale.maxBatch", before: "20", after: "25" }]);
  });

  it("says that the chain has no such transaction", async () => {
    const hash = `0x${"11".repeat(32)}`;
    expect(await at.trace(hash)).to.deep.equal({
      status: 1,
      stdout: "",
      stderr: `Chain 31337 has no transaction ${hash}.\n`,
    });
  });

  it("says that the node has no debug methods", async () => {
    await using rpc = await startFaultyRpc(at.fixture.chain.url);
    const error = { code: -32_601, message: "the method debug_traceCall does not exist" };
    rpc.behave(faults.fails(error, "debug_traceCall"));
    expect(await at.trace("adjustMaxBatch", "25", "--rpc", rpc.url)).to.deep.equal({
      status: 1,
      stdout: "",
      stderr:
        "This RPC endpoint does not support debug_traceCall. Use a node with the debug methods, such as the local world's.\n",
    });
  });

  it("says what a node without steps leaves out, and what to switch on", async () => {
    await using rpc = await startFaultyRpc(at.fixture.chain.url);
    rpc.behave(({ id, method, params }, response) => {
      const isForSteps = method === "debug_traceCall" && !("tracer" in Object(params.at(-1)));
      if (isForSteps) response.end(JSON.stringify({ id, result: { structLogs: [] } }));
      return isForSteps;
    });
    for (const option of [[], ["--storage"], ["--as", "3"]]) {
      const { stdout } = await at.trace("adjustMaxBatch", "25", "--rpc", rpc.url, ...option);
      expect(stdout).to.match(/The node returned no steps .* Anvil with --steps-tracing\.\n$/);
    }
    expect((await at.trace("adjustMaxBatch", "25")).stdout).not.to.contain("no steps");
  });

  describe("explains a call that cannot be made", () => {
    const mistakes: { when: string; args: string[]; says: string }[] = [
      { when: "of no function", args: ["mint", "1"], says: 'The contract has no function "mint".' },
      {
        when: "with too few arguments",
        args: ["adjustPhases", "Ember"],
        says: "Wrong number of arguments. Use adjustPhases(string PhaseName, uint64 startPoint, uint64 endPoint).",
      },
      {
        when: "with an invalid argument",
        args: ["adjustPrice", "cheap"],
        says: 'uint256 newPrice of adjustPrice: "cheap" is invalid.',
      },
      {
        when: "by an account that the node does not have",
        args: ["toggleMint", "--as", "99"],
        says: "The node has no account 99: give --as an address.",
      },
    ];
    for (const { when, args, says } of mistakes) {
      it(when, async () => {
        const { status, stderr } = await at.trace(...args);
        expect(status).to.equal(1);
        expect(stderr).to.contain(says);
      });
    }
  });
});
