import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parseEther } from "ethers";
import hre from "hardhat";
import { CollectionContract__factory } from "#chain/collection";
import { collectionConfig } from "#collection/collection.config.ts";
import { readSettings } from "../../../../api/src/settings/settings.ts";
import { loadDeploymentEnvironment } from "../../../../scripts/commands/contract/environment.ts";
import type { Compile } from "../../../../scripts/commands/deploy/compileCollection.ts";
import { DeploymentFiles } from "../../../../scripts/commands/deploy/deploymentFiles.ts";
import { runDeploy } from "../../../../scripts/commands/deploy/runDeploy.ts";
import { type LocalChain, startLocalChain } from "../../../../scripts/world/chain/localChain.ts";
import { account, signedSave, startApi } from "../../../support/api/apiFixture.ts";
import { builtCollection } from "../../../support/commands/builtCollection.ts";
import {
  connectFreshNetwork,
  noPrompt,
  runInProcess,
  withEnvironment,
} from "../../../support/commands/commandHere.ts";
import {
  parameters,
  parametersFile,
  privateAccounts,
  randomWallet,
} from "../../../support/commands/deployments.ts";
import { runScript } from "../../../support/commands/runScript.ts";
import { expectTranscript, itPrints } from "../../../support/commands/transcript.ts";
import { isSoak } from "../../../support/search.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

/** Runs the command in this process with the given environment variables. */
function command(
  args: string[],
  environment: Record<string, string>,
  compile: Compile = builtCollection,
) {
  const { DEPLOYMENTS_DIR = "deployments" } = environment;
  const tools = {
    directory: DEPLOYMENTS_DIR,
    connect: connectFreshNetwork,
    compile,
    prompt: noPrompt,
  };
  return withEnvironment(environment, () =>
    runInProcess((output) => runDeploy(args, () => tools, output)),
  );
}

/** Parameters that differ from a new contract in every setting. */
const differing = {
  price: "0.05 ether",
  maxBatch: 5,
  minting: true,
  currentPhase: "Lantern Season",
};

describe("npm run deploy", () => {
  it("uses the first of several URLs, and ignores empty variables", async () => {
    const given = { RPC_URL: " http://one , http://two", DEPLOYER_KEY: " ", DEPLOYMENTS_DIR: "" };
    const read = async () => ({ ...loadDeploymentEnvironment(), ...process.env });
    expect(await withEnvironment(given, read, await temporaryFolder())).to.deep.equal({
      directory: "deployments",
      RPC_URL: "http://one",
    });
  });

  itPrints("prints its plan, its transactions and the new collection, or the error", async () => {
    const chain = await startLocalChain();
    const [folder, drafts] = [await temporaryFolder(), await temporaryFolder()];
    const owner = account(6).address;
    const file = await parametersFile({ ...differing, owner });
    await expectTranscript("deploy", {
      async run(words, variables) {
        const draft = words.find((word) => word.startsWith("{"));
        if (draft !== undefined) await parametersFile(JSON.parse(draft), drafts);
        const given = words.map((word) =>
          word === draft ? join(drafts, "parameters.json") : word,
        );
        return command(given, { RPC_URL: chain.url, DEPLOYMENTS_DIR: folder, ...variables });
      },
      names: {
        ...{ file, folder, empty: join(folder, "empty"), owner, deployer: account(0).address },
        ...{ signer: parameters.signer, withdrawer: parameters.withdrawer ?? "" },
        draft: join(drafts, "parameters.json"),
      },
    });
    await chain.close();
  });

  describe("on the local chain", () => {
    let chain: LocalChain;
    let directory: string;
    let environment: Record<string, string>;
    let outcome: Awaited<ReturnType<typeof command>>;
    let onLocalhost: string[];

    // The soak runs the command in a child process with the real compiler.
    before(async () => {
      chain = await startLocalChain();
      directory = await temporaryFolder();
      onLocalhost = ["--network", "localhost", "--parameters", await parametersFile(differing)];
      environment = { RPC_URL: chain.url, DEPLOYMENTS_DIR: directory };
      outcome = isSoak
        ? await runScript("scripts/commands/deploy.ts", onLocalhost, {
            cwd: join(import.meta.dirname, "../../../.."),
            environment: { PATH: process.env.PATH ?? "", ...environment },
          })
        : await command(onLocalhost, environment);
    });
    after(() => chain.close());

    const readKept = async () => {
      const files = new DeploymentFiles(directory, chain.chainId);
      const record = await files.readRecord();
      if (record === undefined) throw new Error(`Nothing was deployed: ${outcome.stderr}`);
      return { ...record, input: JSON.parse(await files.readInput()) };
    };

    it("creates the contract and configures it from the file", async () => {
      expect(outcome).to.include({ status: 0, stderr: "" });
      const { address } = await readKept();
      const contract = CollectionContract__factory.connect(address, chain.ethers.provider);
      expect(await contract.AllPhases("Lantern Season")).to.deep.equal([101n, 161n, 0n]);
      expect(await contract[collectionConfig.priceFunction]()).to.equal(parseEther("0.05"));
    });

    it("writes the record with the address that the API uses", async () => {
      const { address } = await readKept();
      const owner = account(5);
      const contract = CollectionContract__factory.connect(
        address,
        await chain.ethers.provider.getSigner(0),
      );
      await contract.gift("First Dust", [owner.address]);

      const webDir = await temporaryFolder();
      await writeFile(join(webDir, "index.html"), "<!doctype html><!--runtime-config-->");
      const settings = readSettings({ ...environment, CHAIN_ID: "31337" });
      const { rpcUrls, chainId } = settings;
      await using api = await startApi({ rpcUrls, chainId, contract: settings.contract, webDir });
      const page = await (await api.get("/", { accept: "text/html" })).text();
      expect(page).to.include(`"contract":"${address}"`);
      const saved = await api.save(await signedSave(owner, "1", "First of its kind."));
      expect(saved.status).to.equal(200);
      expect(await saved.json()).to.include({ contract: address, author: owner.address });
    });

    it("verifies with check that the stored sources compile to the on-chain code", async () => {
      const compiled: object[] = [];
      const checked = await command(["check", "--network", "localhost"], environment, (input) => {
        compiled.push(input);
        return builtCollection();
      });
      expect(checked).to.include({ status: 0, stderr: "" });
      expect(compiled).to.deep.equal([(await readKept()).input]);
    });
  });

  describe("on a public chain", () => {
    /** A chain ID that is not the local chain's. */
    const foreignChainId = 7_777;
    const { address: deployer, privateKey } = randomWallet();
    let foreignUrl: string;
    let close: () => Promise<void>;
    let file: string;

    before(async () => {
      const world = { network: "world", override: { chainId: foreignChainId } };
      const server = await hre.network.createServer(world, "127.0.0.1", 0);
      foreignUrl = `http://127.0.0.1:${(await server.listen()).port}`;
      close = () => server.close();
      await rpc("hardhat_setBalance", [deployer, "0xde0b6b3a7640000"]);
      file = await parametersFile({ chainId: foreignChainId, ...privateAccounts() });
    });
    after(() => close());

    async function rpc(method: string, params: unknown[]): Promise<unknown> {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      const response = await fetch(foreignUrl, { method: "POST", headers, body });
      // Safety: a node's responses have this form.
      return ((await response.json()) as { result: unknown }).result;
    }

    const remoteEnvironment = (directory: string, key = privateKey) => {
      return { RPC_URL: foreignUrl, DEPLOYER_KEY: key, DEPLOYMENTS_DIR: directory };
    };
    const remotely = async (args: string[], directory: string, key = privateKey) =>
      command(
        ["--network", "remote", "--parameters", file, ...args],
        remoteEnvironment(directory, key),
      );

    it("sends nothing without confirmation", async () => {
      const directory = await temporaryFolder();
      const { stderr, status } = await remotely([], directory);
      expect(status).to.equal(1);
      expect(await readdir(directory)).to.deep.equal([".lock"]);
      expect(stderr).to.include("Nothing was sent: ").and.to.include("add --yes");
      expect(await rpc("eth_getTransactionCount", [deployer, "latest"])).to.equal("0x0");
    });

    it("deploys with the key from the environment, without printing or writing it", async () => {
      const directory = await temporaryFolder();
      const outcome = await remotely(["--yes"], directory);
      expect(outcome).to.include({ status: 0, stderr: "" });
      expect(outcome.stdout).to.match(new RegExp(`Deployer +${deployer}, has 1 ETH\n`));
      const contents = await Promise.all(
        (await readdir(directory)).map((name) => readFile(join(directory, name), "utf8")),
      );
      const everything = outcome.stdout + contents.join("");
      expect(everything).to.include(deployer);
      expect(everything).to.not.include(privateKey.slice(2));
      const replaced = await remotely(["--yes", "--replace"], directory);
      expect(replaced.stdout).to.match(/^ {2}Contract +new$/m);
      // A published Hardhat account.
      await writeFile(join(directory, "hardhat"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
      const environment = { ...remoteEnvironment(directory), PATH: directory };
      const verified = await command(["verify", "--network", "remote"], environment);
      expect(verified).to.deep.equal({ status: 1, stdout: "", stderr: "" });
    });

    it("rejects a malformed key without printing it", async () => {
      const key = privateKey.slice(0, 40);
      const { stderr } = await remotely([], await temporaryFolder(), key);
      expect(stderr).to.include("DEPLOYER_KEY, 0x and 64 hex digits");
      expect(stderr).to.not.include(key.slice(2));
    });
  });
});
