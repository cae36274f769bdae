import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { sha256, toUtf8Bytes } from "ethers";
import { collectionConfig } from "#collection/collection.config.ts";
import {
  checkCode,
  checkDeployment,
  encodeConstructor,
  verifyDeployment,
} from "../../../../scripts/commands/deploy/checkDeployment.ts";
import { standardInput } from "../../../../scripts/commands/deploy/compileCollection.ts";
import { builtCollection } from "../../../support/commands/builtCollection.ts";
import {
  deployBy,
  newDeployer,
  parameters,
  provider,
  sources,
} from "../../../support/commands/deployments.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("deployment check", () => {
  let deployment: ReturnType<typeof deployBy>;
  let deployed: Parameters<typeof checkCode>[0];
  let code: string;
  let unchanged: unknown;

  before(async () => {
    deployment = deployBy(await newDeployer(), await temporaryFolder());
    const { record } = await deployment.run();
    const constructorArguments = encodeConstructor(record.parameters);
    deployed = { ...record, provider, constructorArguments };
    code = await provider.getCode(record.address);
  });
  beforeEach(async () => {
    unchanged = await provider.send("evm_snapshot", []);
  });
  afterEach(() => provider.send("evm_revert", [unchanged]));

  const setCode = (changed: string) =>
    provider.send("hardhat_setCode", [deployed.address, changed]);

  it("rejects code that differs from the compiled code in one byte", async () => {
    for (const index of [0, 1000, code.length / 2 - 2]) {
      const at = 2 + 2 * index;
      const other = code.slice(at, at + 2) === "00" ? "01" : "00";
      await setCode(code.slice(0, at) + other + code.slice(at + 2));
      const error = await errorOf(checkCode(deployed, sources.compiled));
      expect(error.message).to.equal("The contract's code does not match the sources.");
    }
  });

  it("accepts differences only in the constructor's immutables", async () => {
    const { compiled } = sources;
    const [{ start, length } = { start: 0, length: 0 }] = compiled.immutables;
    const [from, to] = [2 + 2 * start, 2 + 2 * (start + length)];
    await setCode(`${code.slice(0, from)}${"a7".repeat(length)}${code.slice(to)}`);
    await checkCode(deployed, compiled);
    for (const wrong of [
      { start, length: length - 1 },
      { start: start + 1, length: length - 1 },
    ]) {
      const immutables = [wrong, ...compiled.immutables.slice(1)];
      const error = await errorOf(checkCode(deployed, { ...compiled, immutables }));
      expect(error.message).to.contain("does not match the sources");
    }
  });

  it("rejects the creation transaction of a different contract", async () => {
    const other = await deployBy(await newDeployer(), await temporaryFolder()).run();
    const { transactionHash } = other.record;
    const error = await errorOf(checkCode({ ...deployed, transactionHash }, sources.compiled));
    expect(error.message).to.equal(
      `Transaction ${transactionHash} did not create the contract at ${deployed.address}. Is this the right chain?`,
    );
  });

  it("publishes the sources through the plugin, with constructor arguments, and reports a failure", async () => {
    const folder = await temporaryFolder();
    const { PATH } = process.env;
    process.env.PATH = `${folder}:${PATH}`;
    try {
      for (const status of [0, 1]) {
        const script = `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/words\nexit ${status}\n`;
        await writeFile(join(folder, "hardhat"), script, { mode: 0o755 });
        const remote = { ...deployment.network, name: "remote", chainId: 7_777 };
        expect(await verifyDeployment(remote, deployment.files)).to.equal(status === 0);
      }
    } finally {
      process.env.PATH = PATH;
    }
    expect((await readFile(join(folder, "words"), "utf8")).trim().split("\n")).to.deep.equal([
      ...["--network", "remote", "--build-profile", "default", "verify"],
      ...["--contract", `contracts/${collectionConfig.contract}.sol:${collectionConfig.contract}`],
      ...["--creation-tx-hash", deployed.transactionHash, deployed.address],
      ...[parameters.baseURI, parameters.signer],
    ]);
  });

  it("lists sources and settings changed since the deployment", async () => {
    const { network, files } = deployment;
    const [record, input] = [await files.readRecord(), await files.readInput()];
    if (record === undefined) throw new Error("Nothing was deployed.");
    const now = await standardInput();
    const [first = "", second = ""] = Object.keys(now.sources);
    const { [first]: _, ...rest } = now.sources;
    const then = { ...rest, [second]: { content: "" }, "Gone.sol": { content: "" } };
    for (const [changed, words] of [
      [now, "are those of this folder"],
      [
        { ...now, sources: then, settings: {} },
        `changed here since: ${second}, Gone.sol, ${first}, settings`,
      ],
    ] as const) {
      const text = JSON.stringify(changed);
      const standardInputSha256 = sha256(toUtf8Bytes(text));
      await files.writeRecord({ ...record, standardInputSha256 }, text);
      const rows = await checkDeployment(network, files, builtCollection);
      expect(rows.find(([name]) => name === "Sources")?.[1]).to.equal(words);
    }
    await files.writeRecord(record, input);
  });

  describe("with changed files", () => {
    const messageAfter = async (path: string, change: (text: string) => string) => {
      const stored = await readFile(path, "utf8");
      await writeFile(path, change(stored));
      try {
        const { network, files } = deployment;
        return (await errorOf(checkDeployment(network, files, builtCollection))).message;
      } finally {
        await writeFile(path, stored);
      }
    };

    it("rejects a record with changed constructor arguments", async () => {
      const message = await messageAfter(deployment.files.recordPath, (text) =>
        text.replace(/"baseURI": ".*"/, '"baseURI": "ipfs://other/"'),
      );
      expect(message).to.match(/^The creating transaction does not match the sources/);
    });

    it("rejects stored sources that were changed since the deployment", async () => {
      const message = await messageAfter(deployment.files.inputPath, (text) =>
        text.replace("Solidity", "Yul"),
      );
      expect(message).to.include("was changed since the deployment");
    });
  });
});
