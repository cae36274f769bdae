import { mkdir, readdir } from "node:fs/promises";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import { getCreateAddress } from "ethers";
import { CollectionContract__factory } from "#chain/collection";
import type { Row } from "../../../../scripts/commands/deploy/createContract.ts";
import {
  DeploymentFiles,
  type DeploymentRecord,
  type UnfinishedDeployment,
} from "../../../../scripts/commands/deploy/deploymentFiles.ts";
import type { DeploymentParameters } from "../../../../scripts/commands/deploy/parameters.ts";
import { UsageError } from "../../../../scripts/shared/commandLine/usageError.ts";
import { account } from "../../../support/api/apiFixture.ts";
import {
  deployBy,
  mined,
  newDeployer,
  parameters,
  provider,
  setBalance,
  sources,
} from "../../../support/commands/deployments.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const owner = account(7).address;

/** Parameters that differ from a new contract in every setting. */
const changed: DeploymentParameters = { ...parameters, owner, maxBatch: 5, price: 1n };

/** One transaction creates the contract, and eight configure it. */
const transactionCount = 9;

describe("interrupted deployment", () => {
  // Each attempt gets one transaction further than the previous one.
  for (const { moment, minedAfter, cutAt } of [
    {
      moment: "before it is sent",
      minedAfter: (attempt: number) => attempt - 1,
      cutAt: (attempt: number) => Math.min(attempt, 2),
    },
    {
      moment: "once it is sent, before the node's response",
      minedAfter: (attempt: number) => attempt,
      cutAt: () => 1,
    },
  ] as const) {
    it(`resumes after an interruption ${moment} each transaction`, async () => {
      const deployer = await newDeployer();
      const directory = await temporaryFolder();
      for (let attempt = 1; attempt <= transactionCount; attempt++) {
        const interrupted = interrupt(deployer, moment, cutAt(attempt));
        const { files, run } = deployBy(interrupted, directory);
        const { message } = await errorOf(run({ parameters: changed }));
        const sent = await mined(deployer.address);
        expect({ attempt, message, sent }).to.deep.equal({
          attempt,
          message: "The connection was lost.",
          sent: minedAfter(attempt),
        });
        expect(await files.readRecord()).to.equal(undefined);
      }
      await deployBy(deployer, directory).run({ parameters: changed });
      await expectDeployedOnce(deployer.address, directory);
    });
  }

  it("continues once a deployer without funds receives more", async () => {
    const deployer = await newDeployer();
    const directory = await temporaryFolder();
    const spent = interrupt(deployer, "before it is sent", 4, () =>
      setBalance(deployer.address, 1n),
    );
    const error = await errorOf(deployBy(spent, directory).run({ parameters: changed }));
    expect(error.message).to.match(/enough funds/);
    expect(await mined(deployer.address)).to.equal(3);

    // Enough for the calls, but not for a second contract.
    const { maxFeePerGas } = await provider.getFeeData();
    await setBalance(deployer.address, (maxFeePerGas ?? 0n) * 2_000_000n);
    await deployBy(deployer, directory).run({ parameters: changed });
    await expectDeployedOnce(deployer.address, directory);
  });

  it("waits while the transaction is pending, and continues once it is mined", async () => {
    const deployer = await newDeployer();
    const directory = await temporaryFolder();
    const interrupted = interrupt(deployer, "once it is sent, before the node's response", 1);
    await provider.send("evm_setAutomine", [false]);
    try {
      await errorOf(deployBy(interrupted, directory).run({ parameters: changed }));
      const second = await errorOf(deployBy(deployer, directory).run({ parameters: changed }));
      expect(second.message).to.contain("has 1 pending transaction. Wait for confirmation");
      await provider.send("evm_mine", []);
    } finally {
      await provider.send("evm_setAutomine", [true]);
    }
    await deployBy(deployer, directory).run({ parameters: changed });
    await expectDeployedOnce(deployer.address, directory);
  });

  it("keeps the unfinished record until the finished record is written", async () => {
    const files = new DeploymentFiles(await temporaryFolder(), 7_777);
    const unfinished: UnfinishedDeployment = {
      deployer: owner,
      nonce: 0,
      address: getCreateAddress({ from: owner, nonce: 0 }),
      afterBlock: 1,
      creationCodeHash: "0x07",
      parameters: "{}",
    };
    await files.writeUnfinished(unfinished);
    // Simulates a full disk or a kill between the two writes.
    await mkdir(`${files.recordPath}.new`);
    // Safety: the code does not read its content.
    await errorOf(files.writeRecord({ address: unfinished.address } as DeploymentRecord, "{}"));
    expect(await files.readUnfinished()).to.deep.equal(unfinished);
    expect(await files.readRecord()).to.equal(undefined);
  });

  describe("with later changes", () => {
    let deployer: HardhatEthersSigner;
    let directory: string;
    beforeEach(async () => {
      deployer = await newDeployer();
      directory = await temporaryFolder();
      await errorOf(deployBy(interrupt(deployer, "before it is sent", 2), directory).run());
    });

    it("rejects changed parameters, sources or deployer, and reports the original", async () => {
      const { files, run } = deployBy(deployer, directory);
      const stranger = await newDeployer();
      const other = { ...sources.compiled, creationCode: `${sources.compiled.creationCode}00` };
      const address = getCreateAddress({ from: deployer.address, nonce: 0 });
      for (const [difference, reject] of [
        ["different parameters", () => run({ parameters: { ...parameters, price: 1n } })],
        [
          "different sources",
          () => run({ compile: async () => ({ ...sources, compiled: other }) }),
        ],
        [`a different deployer, ${deployer.address}`, () => deployBy(stranger, directory).run()],
      ] as const) {
        const error = await errorOf(reject());
        expect(error).to.be.instanceOf(UsageError);
        expect(error.message).to.equal(
          `${files.unfinishedPath} records an unfinished deployment at ${address} with ${difference}. Resume with the original deployer, parameters and sources, or discard it with --replace.`,
        );
      }
      expect([await mined(deployer.address), await mined(stranger.address)]).to.deep.equal([1, 0]);
      const confirm = async (plan: readonly Row[]) =>
        expect(plan).to.deep.include(["Contract", `resumes ${address}`]);
      await run({ confirm: async (plan) => void (await confirm(plan)) });
    });

    it("abandons the unfinished deployment with --replace", async () => {
      const { run } = deployBy(deployer, directory);
      const { record } = await run({ parameters: { ...parameters, price: 1n }, replace: true });
      expect(record.address).to.equal(getCreateAddress({ from: deployer.address, nonce: 1 }));
    });
  });
});

async function expectDeployedOnce(deployer: string, directory: string): Promise<void> {
  const record = await new DeploymentFiles(directory, parameters.chainId).readRecord();
  expect(record?.address).to.equal(getCreateAddress({ from: deployer, nonce: 0 }));
  expect(await mined(deployer)).to.equal(transactionCount);
  const contract = CollectionContract__factory.connect(record?.address ?? "", provider);
  expect(await contract.isMinting()).to.equal(true);
  expect(await contract.owner()).to.equal(owner);
  expect(await readdir(directory)).to.not.include("31337.unfinished.json");
}

/** Returns the same signer with its nth transaction interrupted, by default by a lost connection to the node. */
function interrupt(
  signer: HardhatEthersSigner,
  moment: "before it is sent" | "once it is sent, before the node's response",
  nth: number,
  happen: () => unknown = () => {
    throw new Error("The connection was lost.");
  },
): HardhatEthersSigner {
  let count = 0;
  const sendTransaction: typeof signer.sendTransaction = async (request) => {
    count += 1;
    if (count === nth && moment === "before it is sent") await happen();
    const response = await signer.sendTransaction(request);
    if (count === nth && moment !== "before it is sent") await happen();
    return response;
  };
  return new Proxy(signer, {
    get: (target, key) => (key === "sendTransaction" ? sendTransaction : Reflect.get(target, key)),
  });
}
