import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { UsageError } from "../../../scripts/shared/commandLine/usageError.ts";
import { account } from "../../support/api/apiFixture.ts";
import {
  deployBy,
  ethers,
  mined,
  newDeployer,
  parameters,
  privateAccounts,
  randomWallet,
  sources,
} from "../../support/commands/deployments.ts";
import { errorOf } from "../../support/errorOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** Chain ID of a chain other than the local one. */
const foreignChainId = 7_777;

describe("a deployment", () => {
  it("deploys another collection with --replace, and keeps the record of the first", async () => {
    const { files, run } = deployBy(await newDeployer(), await temporaryFolder());
    const first = await run();
    const second = await run({ replace: true });
    expect(second.record.address).to.not.equal(first.record.address);
    expect((await files.readRecord())?.address).to.equal(second.record.address);
    const readKept = (path: string) =>
      readFile(path.replace(".json", `.replaced-${first.record.address}.json`), "utf8");
    expect(JSON.parse(await readKept(files.recordPath))).to.deep.equal(first.record);
    expect(await readKept(files.inputPath)).to.equal(sources.standardInput);
  });

  it("deploys again without --replace where the recorded contract is gone from a local chain, but not from another", async () => {
    const { files, network, run } = deployBy(await newDeployer(), await temporaryFolder());
    const gone = { ...(await run()).record, address: account(9).address };
    await files.writeRecord(gone, sources.standardInput);
    const foreign = { ...parameters, ...privateAccounts(), chainId: foreignChainId };
    const elsewhere = { network: { ...network, chainId: foreignChainId }, parameters: foreign };
    expect(await rejection(run(elsewhere))).to.include("recorded, but there is no contract at");
    expect((await run()).record.address).to.not.equal(gone.address);
  });

  const rejection = async (work: Promise<unknown>) => {
    const error = await errorOf(work);
    expect(error).to.be.instanceOf(UsageError);
    return error.message;
  };

  it("rejects the parameters of another chain", async () => {
    const { run } = deployBy(await newDeployer(), await temporaryFolder());
    const message = await rejection(run({ parameters: { ...parameters, chainId: 1 } }));
    expect(message).to.include("is chain 31337, but the parameters are for chain 1.");
  });

  for (const role of ["signer", "withdrawer", "owner", "deployer"]) {
    it(`rejects one of Hardhat's accounts as ${role}, except on the local chain`, async () => {
      const published = account(1).address;
      const address = role === "deployer" ? published : randomWallet().address;
      const { network, run } = deployBy(await ethers.getSigner(address), await temporaryFolder());
      const foreign = { ...parameters, ...privateAccounts(), chainId: foreignChainId };
      const message = await rejection(
        run({
          network: { ...network, chainId: foreignChainId },
          parameters: role === "deployer" ? foreign : { ...foreign, [role]: published },
        }),
      );
      expect(message).to.include(`the ${role} ${published} is one of Hardhat's accounts`);
    });
  }

  it("sends nothing when the user declines", async () => {
    const deployer = await newDeployer();
    const directory = await temporaryFolder();
    const { run } = deployBy(deployer, directory);
    await rejection(run({ confirm: () => Promise.reject(new UsageError("Declined.")) }));
    expect(await mined(deployer.address)).to.equal(0);
    expect(await readdir(directory)).to.deep.equal([".lock"]);
  });

  it("does not start while another deployment uses the folder", async () => {
    const directory = await temporaryFolder();
    const other = deployBy(await newDeployer(), directory);
    const confirm = async () => {
      expect((await errorOf(other.run())).message).to.include("Another deployment is running");
    };
    await deployBy(await newDeployer(), directory).run({ confirm });
    expect(await mined(other.network.deployer?.address ?? "")).to.equal(0);
  });
});
