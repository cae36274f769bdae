import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { useManageCommand } from "../../../support/commands/manageCommand.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("npm run manage", () => {
  const at = useManageCommand();

  itPrints("prints the collection and each call's effect, and writes a Safe file", async () => {
    const sender = await at.chain.ethers.getSigner(account(5).address);
    await sender.sendTransaction({ to: at.accounts.friend });
    const coin = await at.chain.ethers.deployContract("Coin", [0]);
    await coin.mint(at.address, 3n);
    const other = await at.chain.ethers.deployContract("Coin", [0]);
    const deploy = (...args: unknown[]) =>
      at.chain.ethers.deployContract(collectionConfig.contract, args);
    const empty = await deploy("https://site.example/", at.accounts.signer);
    await empty.adjustPhases("Dusk", 5, 8);
    await empty.adjustPhases("Ember", 20, 30);
    await empty.changePhase("Dusk");
    const vacant = await deploy("https://site.example/", at.accounts.friend);
    await vacant.changeWithdrawer(ZeroAddress);
    await vacant.renounceOwnership();
    const firstBlock = await at.chain.ethers.provider.getBlockNumber();
    const folder = await temporaryFolder();
    const names = {
      ...at.accounts,
      collection: at.address,
      sender: sender.address,
      coin: await coin.getAddress(),
      other: await other.getAddress(),
      empty: await empty.getAddress(),
      vacant: await vacant.getAddress(),
      ...{ batch: join(folder, "batch.json"), none: join(folder, "none.json") },
    };
    await expectTranscript("manage", { run: (words) => at.run(...words), names, firstBlock });
    const { chainId, transactions } = JSON.parse(await readFile(names.batch, "utf8"));
    const data = at.contract.interface.encodeFunctionData("toggleMint");
    const calls = [{ to: at.address, value: "0", data }];
    expect({ chainId, transactions }).to.deep.equal({ chainId: "31337", transactions: calls });
    expect(await readdir(folder)).to.deep.equal(["batch.json"]);
  });
});
