import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { account } from "../../support/api/apiFixture.ts";
import { useManageCommand } from "../../support/commands/manageCommand.ts";
import { expectTranscript } from "../../support/commands/transcript.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("npm run manage", () => {
  const at = useManageCommand();

  it("prints the collection, and each call's effect, warnings and transaction or its rejection", async () => {
    const sender = await at.chain.ethers.getSigner(account(5).address);
    await sender.sendTransaction({ to: at.accounts.friend });
    const coin = await at.chain.ethers.deployContract("Coin", [0]);
    await coin.mint(at.address, 3n);
    const deploy = (...args: unknown[]) => at.chain.ethers.deployContract("FringeDrifters", args);
    const empty = await deploy("https://site.example/", at.accounts.signer);
    await empty.adjustPhases("Dusk", 5, 8);
    await empty.changePhase("Dusk");
    const vacant = await deploy("https://site.example/", at.accounts.friend);
    await vacant.changeWithdrawer(ZeroAddress);
    await vacant.renounceOwnership();
    const firstBlock = await at.chain.ethers.provider.getBlockNumber();
    const names = {
      ...at.accounts,
      collection: at.address,
      sender: sender.address,
      coin: await coin.getAddress(),
      empty: await empty.getAddress(),
      vacant: await vacant.getAddress(),
    };
    await expectTranscript("manage", { run: (words) => at.run(...words), names, firstBlock });
  });

  describe("call --safe", () => {
    it("writes the required calls for the Safe of one account", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const { stderr } = await at.call("openSale()", "adjustMaxBatch(20)", "--safe", file);
      expect(stderr).to.contain(`Written to ${file}`).and.to.contain(at.accounts.owner);
      const batch = JSON.parse(await readFile(file, "utf8"));
      const data = at.contract.interface.encodeFunctionData("toggleMint");
      expect(batch.chainId).to.equal("31337");
      expect(batch.transactions).to.deep.equal([{ to: at.address, value: "0", data }]);
    });

    it("writes no file for two accounts, for a reverting call, or without a call", async () => {
      const file = join(await temporaryFolder(), "batch.json");
      const two = await at.call("openSale()", "withdrawFunds()", "--safe", file);
      expect(two.stderr).to.contain("Write one file per account.");
      const rejected = await at.call(`transferOwnership(${ZeroAddress})`, "--safe", file);
      expect(rejected.stderr).to.contain("the contract rejects a call");
      expect((await at.call("closeSale()", "--safe", file)).stderr).to.contain("Nothing to send");
      expect(await readFile(file, "utf8").catch(() => "none")).to.equal("none");
    });
  });
});
