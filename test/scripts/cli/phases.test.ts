import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { runPhases } from "../../../scripts/cli/phases/runPhases.ts";
import { serveControl, worldDirectory } from "../../../scripts/shared/worldControl.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

// “First Dust” has 1–10, three of them minted; “Lantern”, the active phase, has 21–30.
describe("npm run phases", () => {
  let chain: LocalChain;
  let contract: FringeDrifters;
  let address: string;
  let folder: string;

  before(async () => {
    chain = await startLocalChain();
    const [administrator, signer] = await chain.ethers.getSigners();
    if (!administrator || !signer) throw new Error("The local chain has no accounts.");
    contract = await chain.ethers.deployContract(
      "FringeDrifters",
      ["https://site.example/", signer.address],
      administrator,
    );
    address = await contract.getAddress();
    await contract.adjustPhases("First Dust", 1, 11);
    await contract.adjustPhases("Lantern", 21, 31);
    await contract.gift("First Dust", Array<string>(3).fill(administrator.address));
    await contract.changePhase("Lantern");
    folder = await temporaryFolder();
  });
  after(() => chain.close());

  const run = (...args: string[]) =>
    runInProcess((output) =>
      runPhases(args, { RPC_URL: chain.url, CONTRACT_ADDRESS: address }, output),
    );

  async function plan(draft: unknown, ...args: string[]) {
    const file = join(folder, "draft.json");
    await writeFile(file, typeof draft === "string" ? draft : JSON.stringify(draft));
    return run("plan", file, ...args);
  }

  it("shows the IDs of each phase", async () => {
    const { status, stdout } = await run();
    expect(status).to.equal(0);
    expect(stdout).to.contain("“Lantern” is the phase to sell, 10 of 10 left, 0.08 ETH each");
    expect(stdout.trimEnd().split("\n").slice(2)).to.deep.equal([
      "    1–3   3  minted          “First Dust”",
      "   4–10   7  not minted yet  “First Dust”",
      "  11–20  10  no phase",
      "  21–30  10  not minted yet  “Lantern”",
    ]);
  });

  it("reads the chain of the npm start in its folder, if no other is given", async () => {
    const before = process.cwd();
    process.chdir(folder);
    await mkdir(worldDirectory);
    const stop = await serveControl(worldDirectory, async ({ command }) =>
      command === "chainUrl" ? chain.url : expect.fail(command),
    );
    const { status } = await runInProcess((output) =>
      runPhases([], { CONTRACT_ADDRESS: address }, output),
    );
    await stop();
    process.chdir(before);
    expect(status).to.equal(0);
  });

  it("plans the calls in an order that the contract accepts, and sends none", async () => {
    const block = await chain.ethers.provider.getBlockNumber();
    const { status, stdout } = await plan({
      phases: [
        { name: "Lantern", startingPoint: 8, endPoint: 31 },
        { name: "First Dust", startingPoint: 1, endPoint: 8 },
      ],
      calls: ["adjustPrice(0.05 ether)"],
    });
    expect(stdout).to.match(
      /1\. adjustPhases\("First Dust", 1, 8\)\n {3}“First Dust”: 1–10 → 1–7\n.*2\. adjustPhases\("Lantern", 8, 31\).*3\. adjustPrice\(0\.05 ether\)\n {3}Price: 0\.08 ETH → 0\.05 ETH/s,
    );
    const data = contract.interface.encodeFunctionData("adjustPhases", ["First Dust", 1, 8]);
    expect(stdout).to.contain(`to     ${address}\n   value  0\n   data   ${data}`);
    expect(status).to.equal(0);
    const json = await plan({ calls: ["adjustPrice(0.05 ether)"] }, "--json");
    const { before, after } = JSON.parse(json.stdout);
    const prices = [before.sale.price, after.sale.price];
    expect(prices).to.deep.equal(["80000000000000000", "50000000000000000"]);
    expect(await chain.ethers.provider.getBlockNumber()).to.equal(block);
  });

  it("warns when minting stays on between calls that belong together", async () => {
    const draft = { calls: ['changePhase("First Dust")', "adjustPrice(0.05 ether)"] };
    const warning = "! Minting stays on between these calls.";
    expect((await plan(draft)).stdout).not.to.contain(warning);
    await contract.toggleMint();
    try {
      expect((await plan(draft)).stdout).to.contain(warning);
    } finally {
      await contract.toggleMint();
    }
  });

  it("rejects an unknown phase name without --new", async () => {
    const draft = { calls: ['changePhase("Fist Dust")'] };
    const { status, stderr } = await plan(draft);
    expect(stderr).to.equal(
      "The contract has no phase “Fist Dust”; the closest is “First Dust”. Correct the name, or add --new if it is new.\n",
    );
    expect(status).to.equal(1);
    expect((await plan(draft, "--new")).stdout).to.contain("! Fist Dust has no IDs");
  });

  it("reports calls that would revert, and exits with 1", async () => {
    const { status, stdout } = await plan(
      [
        { name: "First Dust", startingPoint: 1, endPoint: 3 },
        { name: "Ember", startingPoint: "30", endPoint: "41" },
      ],
      "--new",
    );
    expect(stdout).to.contain("✘ “First Dust” would end below its 3 minted drifters.");
    expect(stdout).to.contain("✘ “Lantern” and “Ember” would share the ID 30.");
    expect(stdout).to.contain("Rejected with PhaseEndBelowMinted(4, 3).");
    expect(stdout).to.match(/ 3 +1 {2}MINTED AND LEFT OUT +“First Dust”/);
    expect(status).to.equal(1);
  });

  for (const [name, status, args, words] of [
    ["a draft without a file", 2, ["plan"], "Usage: npm run phases"],
    ["no address", 2, ["show", "--contract", "0x12"], "is not an account's address"],
    ["a misspelled phase", 1, ["show", "--phase", "Lanten"], "; the closest is “Lantern”. Correct"],
    ["an unreachable node", 1, ["show", "--rpc", "http://127.0.0.1:1"], "Can't read the chain"],
    ["a missing file", 1, ["plan", "/nowhere/draft.json"], "cannot be read"],
    [
      "an address without a contract",
      1,
      ["show", "--contract", `0x${"11".repeat(20)}`],
      "Check --rpc and --contract",
    ],
  ] as const) {
    it(`exits with ${status} for ${name}, and says what to do`, async () => {
      const outcome = await run(...args);
      expect(outcome.stderr).to.contain(words);
      expect(outcome.stderr).not.to.contain("    at ");
      expect(outcome.status).to.equal(status);
    });
  }

  for (const [name, draft, words] of [
    ["that is not JSON", "{", "cannot be read"],
    [
      "with a number that JSON rounds",
      '[{"name":"A","startingPoint":0,"endPoint":1e19}]',
      "is not a draft of phases",
    ],
    [
      "with an end of more than 64 bits",
      [range("A", "1", "18446744073709551616")],
      "is not a draft of phases",
    ],
    ["with a phase twice", [range("A", "1", "2"), range("A", "3", "4")], "twice"],
    ["with a call that is not the owner's", { calls: ["gift()"] }, "is none of the owner's calls"],
  ] as const) {
    it(`exits with 1 for a draft ${name}`, async () => {
      const { status, stderr } = await plan(draft);
      expect(stderr).to.contain(words);
      expect(status).to.equal(1);
    });
  }
});

function range(name: string, startingPoint: string, endPoint: string) {
  return { name, startingPoint, endPoint };
}
