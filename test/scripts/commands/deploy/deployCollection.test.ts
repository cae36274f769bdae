import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect } from "chai";
import { formatEther, getCreateAddress, parseEther } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import type { Row } from "../../../../scripts/commands/deploy/createContract.ts";
import { UsageError } from "../../../../scripts/shared/commandLine/usageError.ts";
import { account } from "../../../support/api/apiFixture.ts";
import {
  deployBy,
  ethers,
  mined,
  newDeployer,
  parameters,
  privateAccounts,
  provider,
  randomWallet,
  setBalance,
  sources,
} from "../../../support/commands/deployments.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

/** A chain ID that is not the local chain's. */
const foreignChainId = 7_777;

describe("deployCollection", () => {
  it("records the created contract and its inputs", async () => {
    const deployer = await newDeployer();
    const { files, run } = deployBy(deployer, await temporaryFolder());
    const owner = randomWallet().address;
    const before = await provider.getBlockNumber();
    const { record, rows } = await run({
      parameters: { ...parameters, owner, royalty: [owner as `0x${string}`, 500n] },
    });
    expect(rows).to.deep.include(["Royalty", `5% to ${owner}`]);
    const block = await provider.getBlock(record.blockNumber, true);
    const [creation] = block?.prefetchedTransactions ?? [];
    expect(record).to.deep.equal({
      ...{ contract: collectionConfig.contract, chainId: 31_337, deployer: deployer.address },
      address: getCreateAddress({ from: deployer.address, nonce: 0 }),
      transactionHash: creation?.hash,
      blockNumber: before + 1,
      compiler: sources.compiled.compiler,
      standardInputSha256: createHash("sha256")
        .update(sources.standardInput)
        .digest("hex")
        .replace(/^/, "0x"),
      parameters: {
        ...{ ...parameters, owner },
        ...{ price: `${parameters.price} wei`, royalty: `5% to ${owner}` },
      },
    });
    expect(creation?.nonce).to.equal(0);
    expect(await files.readRecord()).to.deep.equal(record);
    expect(await readdir(dirname(files.recordPath))).to.have.members([
      ...[".lock", "31337.json", "31337.standard-input.json"],
    ]);
  });

  it("requires funds for the contract, and warns if all transactions cost more than the balance", async () => {
    const { address } = await newDeployer();
    const plan = async (wei: bigint) => {
      await setBalance(address, wei);
      const { run } = deployBy(await ethers.getSigner(address), await temporaryFolder());
      let costs = "";
      const confirm = async (rows: readonly Row[]) => {
        costs = rows.find(([name]) => name === "Costs")?.[1] ?? "";
        throw new UsageError("Declined.");
      };
      return { message: await rejection(run({ confirm })), costs };
    };
    const { costs } = await plan(parseEther("1"));
    const max = parseEther(/^up to ([\d.]+) ETH$/.exec(costs)?.[1] ?? "");
    expect((await plan(max)).costs).to.equal(costs);
    expect((await plan(max - 1n)).costs).to.equal(`${costs}, more than the deployer has`);
    const { maxFeePerGas } = await provider.getFeeData();
    const creation = max - (maxFeePerGas ?? 0n) * 200_000n * 8n;
    expect((await plan(creation)).message).to.equal("Declined.");
    for (const wei of [creation - 1n, 0n]) {
      expect((await plan(wei)).message).to.equal(
        `The deployer ${address} has ${formatEther(wei).replace(/\.0$/, "")} ETH; creating the contract costs up to ${formatEther(creation)} ETH. Fund the deployer.`,
      );
    }
  });

  it("sends nothing if the deployer's transaction becomes pending during the prompt", async () => {
    const deployer = await newDeployer();
    const { run } = deployBy(deployer, await temporaryFolder());
    await provider.send("evm_setAutomine", [false]);
    const confirm = async () => void (await deployer.sendTransaction({ to: deployer.address }));
    const message = await rejection(run({ confirm }));
    await provider.send("evm_mine", []);
    await provider.send("evm_setAutomine", [true]);
    expect(message).to.equal(
      `Nothing was sent: ${deployer.address} has 1 pending transaction. Wait for confirmation, then run the same command again.`,
    );
  });

  it("deploys nothing if the nonce was used, and only one contract when repeated", async () => {
    const deployer = await newDeployer();
    const { files, run } = deployBy(deployer, await temporaryFolder());
    const { writeUnfinished } = files;
    files.writeUnfinished = async (started) => {
      await writeUnfinished.call(files, started);
      await (await deployer.sendTransaction({ to: deployer.address })).wait();
    };
    expect((await errorOf(run())).message).to.match(/nonce/i);
    files.writeUnfinished = writeUnfinished;
    const { record } = await run();
    expect(record.address).to.equal(getCreateAddress({ from: deployer.address, nonce: 1 }));
  });

  it("writes no record if the on-chain code differs from the sources", async () => {
    const { files, run } = deployBy(await newDeployer(), await temporaryFolder());
    const { compiled } = sources;
    const deployedCode = compiled.deployedCode.replace(/..$/, "ff");
    const compile = async () => ({ ...sources, compiled: { ...compiled, deployedCode } });
    expect((await errorOf(run({ compile }))).message).to.equal(
      "The contract's code does not match the sources.",
    );
    expect(await files.readRecord()).to.equal(undefined);
  });

  it("deploys a new collection with --replace, and keeps the first record", async () => {
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

  it("redeploys without --replace only if a local chain lost the recorded contract", async () => {
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

  it("does not start while a concurrent deployment uses the folder", async () => {
    const directory = await temporaryFolder();
    const other = deployBy(await newDeployer(), directory);
    const confirm = async () => {
      expect((await errorOf(other.run())).message).to.include("Another deployment is running");
    };
    await deployBy(await newDeployer(), directory).run({ confirm });
    expect(await mined(other.network.deployer?.address ?? "")).to.equal(0);
  });
});
