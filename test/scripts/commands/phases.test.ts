import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { runPhases } from "../../../scripts/commands/phases/runPhases.ts";
import { serveControl, worldDirectory } from "../../../scripts/shared/worldControl.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { runInProcess } from "../../support/commands/commandHere.ts";
import { expectTranscript } from "../../support/commands/transcript.ts";
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

  const draft = () => join(folder, "draft.json");

  it("prints the phases, and the effect of a draft or what is wrong with it", async () => {
    const owner = await contract.owner();
    const open = await chain.ethers.deployContract("FringeDrifters", ["", owner]);
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
      command === "chainUrl" ? chain.url : expect.fail(command),
    );
    const { status } = await runInProcess((output) =>
      runPhases([], { CONTRACT_ADDRESS: address }, output),
    );
    await stop();
    process.chdir(before);
    expect(status).to.equal(0);
  });
});
