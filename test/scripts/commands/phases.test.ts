import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { CollectionContract } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { formatMoment } from "#protocol/values/moment";
import { runPhases } from "../../../scripts/commands/phases/runPhases.ts";
import { serveControl, worldDirectory } from "../../../scripts/shared/worldControl.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { saleJson } from "../../support/api/salePlan.ts";
import {
  connectFreshNetwork,
  noPrompt,
  runInProcess,
  withEnvironment,
} from "../../support/commands/commandHere.ts";
import { expectTranscript, itPrints } from "../../support/commands/transcript.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

// “First Dust” has 1–10, three of them minted; “Lantern”, the active phase, has 21–30.
describe("npm run phases", () => {
  let chain: LocalChain;
  let contract: CollectionContract;
  let address: string;
  let folder: string;

  before(async () => {
    chain = await startLocalChain();
    const [administrator, signer] = await chain.ethers.getSigners();
    if (!administrator || !signer) throw new Error("The local chain has no accounts.");
    contract = await chain.ethers.deployContract(
      collectionConfig.contract,
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

  const draft = () => join(folder, "draft.json");

  itPrints("prints the phases, and a draft's effect or errors", async () => {
    const owner = await contract.owner();
    const open = await chain.ethers.deployContract(collectionConfig.contract, ["", owner]);
    await open.toggleMint();
    await expectTranscript("phases", {
      names: { collection: address, owner, draft: draft(), open: await open.getAddress() },
      firstBlock: await chain.ethers.provider.getBlockNumber(),
      async run([command = "", file = "", ...options]) {
        if (!/^[[{]/.test(file)) return run(command, ...(file ? [file] : []), ...options);
        await writeFile(draft(), file);
        return run(command, draft(), ...options);
      },
    });
  });

  it("reads the local chain of npm start by default", async () => {
    const before = process.cwd();
    process.chdir(folder);
    await mkdir(worldDirectory);
    const stop = await serveControl(worldDirectory, async ({ command }) =>
      command === "url" ? chain.url : expect.fail(command),
    );
    const { status } = await runInProcess((output) =>
      runPhases([], { CONTRACT_ADDRESS: address }, output),
    );
    await stop();
    process.chdir(before);
    expect(status).to.equal(0);
  });

  describe("given a sale file", () => {
    const saleFile = () => join(folder, "sale.json");
    const minutes = async (count: number) => {
      const { timestamp = 0 } = (await chain.ethers.provider.getBlock("latest")) ?? {};
      return formatMoment(BigInt(timestamp + count * 60));
    };
    const runLocally = (...args: string[]) =>
      withEnvironment({ RPC_URL: chain.url, CONTRACT_ADDRESS: address }, () =>
        runInProcess((output) =>
          runPhases(args, { RPC_URL: chain.url, CONTRACT_ADDRESS: address }, output, {
            connect: connectFreshNetwork,
            prompt: noPrompt,
          }),
        ),
      );

    it("sends the calls that are due, sends nothing when run again, and names those due later", async () => {
      const terms = { price: "0.05", maxPerMint: 5, perWallet: 2 };
      const times = { opensAt: await minutes(60), closesAt: await minutes(120) };
      const phases = [
        { name: "First Dust", startingPoint: 1, endPoint: 11, ...terms },
        { name: "Ash", startingPoint: 41, endPoint: 51, ...terms, ...times },
      ];
      await writeFile(saleFile(), JSON.stringify({ phases }));
      const planned = await run("plan", saleFile());
      expect(planned.status).to.equal(0);
      expect(planned.stdout).to.match(
        /Calls that are due at .*changePhase\("Ash"\).*openSale\(\)/s,
      );
      expect(planned.stdout).to.contain(
        `Due later, with this command again:\n  ${times.closesAt}  the sale ends\n    closeSale()`,
      );
      const applied = await runLocally("apply", saleFile(), "--network", "localhost");
      expect(applied.status, applied.stderr).to.equal(0);
      expect(await contract.CURRENTPHASE()).to.equal("Ash");
      const before = await chain.ethers.provider.getBlockNumber();
      expect((await runLocally("apply", saleFile(), "--network", "localhost")).status).to.equal(0);
      expect(await chain.ethers.provider.getBlockNumber()).to.equal(before);
      expect((await run("plan", saleFile())).stdout).to.contain(
        "No calls are due: the sale is as planned.",
      );
      await chain.ethers.provider.send("evm_increaseTime", [7_200]);
      await chain.ethers.provider.send("evm_mine", []);
      expect((await runLocally("apply", saleFile(), "--network", "localhost")).status).to.equal(0);
      expect(await contract.isMinting()).to.equal(false);
    });

    it("lists each problem of the file with its line", async () => {
      await writeFile(saleFile(), saleJson({ price: 1, list: "none.csv" }));
      const { status, stderr: text } = await run("plan", saleFile());
      expect(status).to.equal(1);
      expect(text).to.contain(
        `${saleFile()}:7 phases[0].price must be an amount of ether in quotes`,
      );
    });

    it("sends no draft, whose calls could be sent twice", async () => {
      await writeFile(draft(), '{ "calls": ["toggleMint()"] }');
      const { status, stderr } = await runLocally("apply", draft(), "--network", "localhost");
      expect(status).to.equal(1);
      expect(stderr).to.contain(`Nothing was sent: ${draft()} is a draft of phases.`);
    });

    it("rejects apply without a network or a file to write", async () => {
      const { status, stderr: text } = await run("apply", saleFile());
      expect(status).to.equal(2);
      expect(text).to.contain(
        "apply takes either --network NAME, to send, or --safe FILE, to write.",
      );
    });
  });
});
