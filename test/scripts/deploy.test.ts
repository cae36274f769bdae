import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { expect } from "chai";
import { getCreateAddress, hexlify, parseEther, randomBytes, Wallet, ZeroAddress } from "ethers";
import hre from "hardhat";
import { FringeDrifters__factory } from "#chain/factories/FringeDrifters__factory";
import { readSettings } from "../../api/src/env.ts";
import { CodeMismatchError, checkCode } from "../../scripts/cli/deploy/checkCode.ts";
import { checkDeployment } from "../../scripts/cli/deploy/checkDeployment.ts";
import {
  type CollectionSources,
  type Compile,
  compileCollection,
  compileSources,
} from "../../scripts/cli/deploy/compileCollection.ts";
import {
  DeploymentRefused,
  deployCollection,
  encodeConstructor,
} from "../../scripts/cli/deploy/deployCollection.ts";
import { DeploymentFiles } from "../../scripts/cli/deploy/deploymentFiles.ts";
import {
  contractLimits,
  type DeploymentParameters,
  ParametersError,
  readParameters,
} from "../../scripts/cli/deploy/parameters.ts";
import { runDeploy } from "../../scripts/cli/deploy/runDeploy.ts";
import { verifyDeployment } from "../../scripts/cli/deploy/verifyDeployment.ts";
import { compileCache } from "../../scripts/shared/cacheFolders.ts";
import { type LocalChain, startLocalChain } from "../../scripts/world/chain/localChain.ts";
import { account, signedSave, startApi, temporaryFolder } from "../api/apiFixture.ts";
import { builtCollection } from "../support/builtCollection.ts";
import { askNobody, connectAnew, runHere, withEnvironment } from "../support/commandHere.ts";

const root = join(import.meta.dirname, "../..");
const example = join(root, "scripts/cli/deploy/parameters.example.json");

/** A chain whose accounts have coin, and which is not the local one. */
const foreignChainId = 7_777;

describe("npm run deploy", () => {
  let chain: LocalChain;
  let sources: CollectionSources;
  let parameters: DeploymentParameters;

  before(async function () {
    this.timeout(120_000);
    chain = await startLocalChain();
    sources = await compileSources(builtCollection);
    parameters = { ...(await readParameters(example)), minting: true };
  });
  after(() => chain.close());

  const provider = () => chain.ethers.provider;
  const mined = (address: string) => provider().getTransactionCount(address, "latest");

  /** Somebody with coin and no past, known to the node. */
  async function newDeployer(ether = "1"): Promise<HardhatEthersSigner> {
    const { address } = randomWallet();
    await provider().send("hardhat_impersonateAccount", [address]);
    await give(address, parseEther(ether));
    return chain.ethers.getSigner(address);
  }

  function give(address: string, wei: bigint): Promise<unknown> {
    return provider().send("hardhat_setBalance", [address, `0x${wei.toString(16)}`]);
  }

  /** What the command does once it has read what it was told. */
  function deployBy(deployer: HardhatEthersSigner | undefined, directory: string) {
    const files = new DeploymentFiles(directory, chain.chainId);
    const network = { name: "test", chainId: chain.chainId, provider: provider(), deployer };
    const lines: string[] = [];
    return {
      files,
      network,
      lines,
      run: (changes: Partial<Parameters<typeof deployCollection>[0]> = {}) =>
        deployCollection({
          network,
          parameters,
          compile: async () => sources,
          files,
          replace: false,
          confirm: async () => true,
          report: (line) => lines.push(line),
          ...changes,
        }),
    };
  }

  /** The command in this process, told by these variables. It compiles nothing unless it is given the compiler. */
  function command(
    args: string[],
    environment: Record<string, string>,
    compile: Compile = builtCollection,
  ) {
    const { DEPLOYMENTS_DIR = "deployments" } = environment;
    const tools = { directory: DEPLOYMENTS_DIR, connect: connectAnew, compile, ask: askNobody };
    return withEnvironment({ RPC_URL: chain.url, ...environment }, () =>
      runHere((output) => runDeploy(args, tools, output)),
    );
  }

  /** The command itself, in a process of its own. */
  function startCommand(args: string[], environment: Record<string, string>) {
    const child = spawn(process.execPath, ["scripts/cli/deploy.ts", ...args], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: compileCache,
        RPC_URL: chain.url,
        ...environment,
      },
      stdio: "pipe",
    });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
      ([stdout, stderr, [status]]) => ({ status, stdout, stderr }),
    );
    return { child, ended };
  }

  const onLocalhost = ["--network", "localhost", "--parameters", example];

  describe("given a chain without the collection", () => {
    let directory: string;
    let outcome: Awaited<ReturnType<typeof command>>;

    before(async () => {
      directory = await temporaryFolder();
      outcome = await command(onLocalhost, { DEPLOYMENTS_DIR: directory });
    });

    const deployed = async () => {
      const record = await new DeploymentFiles(directory, chain.chainId).readRecord();
      if (record === undefined) throw new Error(`Nothing was deployed: ${outcome.stderr}`);
      return record;
    };

    it("creates the contract and sets everything as the file says", async () => {
      expect(outcome).to.include({ status: 0, stderr: "" });
      const { address } = await deployed();
      const contract = FringeDrifters__factory.connect(address, provider());
      expect(await contract.signerAddress()).to.equal(parameters.signer);
      expect(await contract.withdrawAddress()).to.equal(parameters.withdrawer);
      expect(await contract.AllPhases("First Dust")).to.deep.equal([1n, 49n, 0n]);
      expect(await contract.AllPhases("Lantern Season")).to.deep.equal([101n, 161n, 0n]);
      expect(await contract.CURRENTPHASE()).to.equal("First Dust");
      expect(await contract.FD_PRICE()).to.equal(parameters.price);
      expect(await contract.MAXBATCH()).to.equal(20n);
      expect(await contract.isMinting()).to.equal(false);
    });

    it("tells beforehand who does what where, and afterwards what the chain says", async () => {
      const { address, deployer } = await deployed();
      const [plan = "", outcomeTable = ""] = outcome.stdout.split("Creating the contract");
      expect(plan).to.match(/Network +localhost, chain 31337\n/);
      expect(plan).to.match(new RegExp(`Deployer +${deployer}, has [\\d.]+ ether\n`));
      expect(plan).to.match(/Costs +up to 0\.\d+ ether\n/);
      for (const table of [plan, outcomeTable]) {
        expect(table).to.match(/Base URI +http:\/\/127\.0\.0\.1:3000\/drifters\/metadata\/\n/);
        expect(table).to.match(/Phase "First Dust" +ids 1–48\n/);
        expect(table).to.match(/Price +0\.08 ether\n/);
      }
      expect(outcomeTable).to.match(new RegExp(`Contract +${address}\n`));
    });

    it("gives address and ABI to an API that nobody told the address", async () => {
      const { address } = await deployed();
      const owner = account(5);
      const contract = FringeDrifters__factory.connect(
        address,
        await chain.ethers.provider.getSigner(0),
      );
      await contract.gift("First Dust", [owner.address]);

      const webDir = await temporaryFolder();
      await writeFile(join(webDir, "index.html"), "<!doctype html><!--runtime-config-->");
      const told = { RPC_URL: chain.url, CHAIN_ID: "31337", DEPLOYMENTS_DIR: directory };
      const { rpcUrl, chainId, contractAddress } = readSettings(told);
      await using api = await startApi({ rpcUrl, chainId, contractAddress, webDir });
      const page = await (await api.get("/", { accept: "text/html" })).text();
      expect(page).to.include(`"contractAddress":"${address}"`);
      const saved = await api.save(await signedSave(owner, "1", "First of its kind."));
      expect(saved.status).to.equal(200);
      expect(await saved.json()).to.include({ contract: address, author: owner.address });
    });

    it("does not deploy a second time", async () => {
      const { address, deployer } = await deployed();
      const before = await mined(deployer);
      const again = await command(onLocalhost, { DEPLOYMENTS_DIR: directory });
      expect(again.status).to.equal(1);
      expect(again.stderr).to.include(`the collection is deployed at ${address}`);
      expect(again.stderr).to.include("add --replace");
      expect(await mined(deployer)).to.equal(before);
    });

    it("proves the code from the kept sources alone", async () => {
      const told = { DEPLOYMENTS_DIR: directory };
      const checked = await command(["check", "--network", "localhost"], told, compileCollection);
      expect(checked).to.include({ status: 0, stderr: "" });
      expect(checked.stdout).to.match(/Code +is what the sources give, byte for byte\n/);
      expect(checked.stdout).to.match(/Sources +are those of this folder\n/);
    });
  });

  describe("given the collection is deployed", () => {
    it("deploys another when asked to, and keeps what was told of the first", async () => {
      const { files, run } = deployBy(await newDeployer(), await temporaryFolder());
      const first = await run();
      const second = await run({ replace: true });
      expect(second.record.address).to.not.equal(first.record.address);
      expect((await files.readRecord())?.address).to.equal(second.record.address);
      const kept = files.recordPath.replace(".json", `.replaced-${first.record.address}.json`);
      expect(JSON.parse(await readFile(kept, "utf8"))).to.deep.equal(first.record);
    });

    it("hands it over to its owner, last of all", async () => {
      const owner = account(7).address;
      const { run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record, rows } = await run({ parameters: { ...parameters, owner } });
      const contract = FringeDrifters__factory.connect(record.address, provider());
      expect(await contract.owner()).to.equal(owner);
      expect(rows.at(-1)).to.deep.equal(["Owner", owner]);
    });

    it("finds a byte that is not what the sources give", async () => {
      const { network, run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      const constructorArguments = encodeConstructor(record.parameters);
      const deployed = { ...record, ...network, constructorArguments };
      const code = await provider().getCode(record.address);
      for (const index of [0, 1000, code.length / 2 - 2]) {
        const at = 2 + 2 * index;
        const other = code.slice(at, at + 2) === "00" ? "01" : "00";
        const changed = code.slice(0, at) + other + code.slice(at + 2);
        await provider().send("hardhat_setCode", [record.address, changed]);
        const complaint = await complaintOf(checkCode(deployed, sources.compiled));
        expect(complaint).to.be.instanceOf(CodeMismatchError);
        expect(complaint.message).to.match(
          new RegExp(`^The contract's code is not .*: byte ${index} is ${Number(`0x${other}`)},`),
        );
      }
    });

    it("lets differ only what the constructor writes into the code", async () => {
      const { network, run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      const constructorArguments = encodeConstructor(record.parameters);
      const deployed = { ...record, ...network, constructorArguments };
      const code = await provider().getCode(record.address);
      const [{ start, length } = { start: 0, length: 0 }] = sources.compiled.immutables;
      const written = `${code.slice(0, 2 + 2 * start)}${"a7".repeat(length)}${code.slice(2 + 2 * (start + length))}`;
      await provider().send("hardhat_setCode", [record.address, written]);
      await checkCode(deployed, sources.compiled);
      for (const wrong of [
        { start, length: length - 1 },
        { start: start + 1, length: length - 1 },
      ]) {
        const immutables = [wrong, ...sources.compiled.immutables.slice(1)];
        await complaintOf(checkCode(deployed, { ...sources.compiled, immutables }));
      }
    });

    it("finds bytes too few and too many", async () => {
      const { network, run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      const constructorArguments = encodeConstructor(record.parameters);
      const deployed = { ...record, ...network, constructorArguments };
      const code = await provider().getCode(record.address);
      for (const changed of [code.slice(0, -2), `${code}00`, "0x"]) {
        await provider().send("hardhat_setCode", [record.address, changed]);
        const complaint = await complaintOf(checkCode(deployed, sources.compiled));
        expect(complaint.message).to.include(`it has ${changed.length / 2 - 1} bytes`);
      }
    });

    it("finds that the contract was created with other arguments", async () => {
      const { files, network, run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      const forged = { ...record, parameters: { ...record.parameters, baseURI: "ipfs://other/" } };
      await writeFile(files.recordPath, JSON.stringify(forged));
      const complaint = await complaintOf(checkDeployment(network, files, builtCollection));
      expect(complaint.message).to.match(/^The creating transaction is not what the sources give/);
    });

    it("does not take other sources than those that were kept", async () => {
      const { files, network, run } = deployBy(await newDeployer(), await temporaryFolder());
      await run();
      const kept = await readFile(files.inputPath, "utf8");
      await writeFile(files.inputPath, kept.replace("prague", "cancun"));
      const complaint = await complaintOf(checkDeployment(network, files, builtCollection));
      expect(complaint.message).to.include("was changed since the deployment");
    });
  });

  describe("given it was cut short", () => {
    // One transaction creates the contract, eight set it up.
    const transactionCount = 9;
    const owner = account(7).address;
    const eventful = (): DeploymentParameters => ({ ...parameters, owner, maxBatch: 5, price: 1n });

    async function expectDeployedOnce(deployer: string, directory: string): Promise<void> {
      const record = await new DeploymentFiles(directory, chain.chainId).readRecord();
      expect(record?.address).to.equal(getCreateAddress({ from: deployer, nonce: 0 }));
      expect(await mined(deployer)).to.equal(transactionCount);
      const contract = FringeDrifters__factory.connect(record?.address ?? "", provider());
      expect(await contract.isMinting()).to.equal(true);
      expect(await contract.owner()).to.equal(owner);
      expect(await readdir(directory)).to.not.include("31337.unfinished.json");
    }

    for (let last = 1; last <= transactionCount; last++) {
      for (const moment of ["before it sent", "before it was told of"] as const) {
        it(`goes on when it ended ${moment} transaction ${last}`, async () => {
          const deployer = await newDeployer();
          const directory = await temporaryFolder();
          const cut = onTransaction(deployer, moment, last, () => {
            throw new Error("The line went dead.");
          });
          const first = deployBy(cut, directory);
          const complaint = await complaintOf(first.run({ parameters: eventful() }));
          expect(complaint.message).to.equal("The line went dead.");
          expect(await first.files.readRecord()).to.equal(undefined);

          await deployBy(deployer, directory).run({ parameters: eventful() });
          await expectDeployedOnce(deployer.address, directory);
        });
      }
    }

    it("goes on when a deployer that ran out of coin has some again", async () => {
      const deployer = await newDeployer();
      const directory = await temporaryFolder();
      const spent = onTransaction(deployer, "before it sent", 4, () => give(deployer.address, 1n));
      const complaint = await complaintOf(
        deployBy(spent, directory).run({ parameters: eventful() }),
      );
      expect(complaint.message).to.match(/enough funds/);
      expect(await mined(deployer.address)).to.equal(3);

      await give(deployer.address, parseEther("1"));
      await deployBy(deployer, directory).run({ parameters: eventful() });
      await expectDeployedOnce(deployer.address, directory);
    });

    it("starts anew when another transaction took the place of the creating one", async () => {
      const deployer = await newDeployer();
      const directory = await temporaryFolder();
      const replaced = onTransaction(deployer, "before it sent", 1, () =>
        deployer.sendTransaction({ to: deployer.address }),
      );
      await complaintOf(deployBy(replaced, directory).run());
      const { record } = await deployBy(deployer, directory).run();
      expect(record.address).to.equal(getCreateAddress({ from: deployer.address, nonce: 1 }));
    });

    it("waits for what a killed process had sent, and takes it up", async function () {
      this.timeout(120_000);
      const directory = await temporaryFolder();
      const deployer = await chain.ethers.provider.getSigner(0);
      const nonce = await mined(deployer.address);
      const count = (block: string) => provider().getTransactionCount(deployer.address, block);
      await provider().send("evm_setAutomine", [false]);

      const first = startCommand(onLocalhost, { DEPLOYMENTS_DIR: directory });
      // Loading and compiling take seconds, in which there is nothing to ask the chain for.
      for await (const [said] of on(first.child.stdout, "data", { close: ["end"] })) {
        if (String(said).includes("Creating the contract")) break;
      }
      while ((await count("pending")) === nonce) expect(first.child.exitCode).to.equal(null);
      first.child.kill("SIGKILL");
      await first.ended;
      const isWaiting = Promise.withResolvers<void>();
      const second = deployBy(deployer, directory).run({
        parameters: await readParameters(example),
        report: (line) => {
          if (line.includes("Waiting for what the deployer sent before")) isWaiting.resolve();
        },
      });
      await Promise.race([isWaiting.promise, second]);
      expect(await count("latest")).to.equal(nonce);
      await provider().send("evm_setAutomine", [true]);
      await provider().send("evm_mine", []);

      await second;
      const record = await new DeploymentFiles(directory, chain.chainId).readRecord();
      expect(record?.address).to.equal(getCreateAddress({ from: deployer.address, nonce }));
      // The example's five: the contract, two phases, the current one and the withdrawer.
      expect(await mined(deployer.address)).to.equal(nonce + 5);
    });

    describe("when it is to go on otherwise", () => {
      async function cutShort() {
        const deployer = await newDeployer();
        const directory = await temporaryFolder();
        const cut = onTransaction(deployer, "before it sent", 2, () => {
          throw new Error("The line went dead.");
        });
        await complaintOf(deployBy(cut, directory).run());
        return { deployer, directory };
      }

      it("refuses other parameters", async () => {
        const { deployer, directory } = await cutShort();
        const complaint = await complaintOf(
          deployBy(deployer, directory).run({ parameters: { ...parameters, price: 1n } }),
        );
        expect(complaint).to.be.instanceOf(DeploymentRefused);
        expect(complaint.message)
          .to.include("unfinished deployment")
          .and.include("other parameters");
        expect(await mined(deployer.address)).to.equal(1);
      });

      it("refuses another deployer", async () => {
        const { deployer, directory } = await cutShort();
        const complaint = await complaintOf(deployBy(await newDeployer(), directory).run());
        expect(complaint.message).to.include(`another deployer, ${deployer.address}`);
      });

      it("refuses other sources", async () => {
        const { deployer, directory } = await cutShort();
        const compiled = {
          ...sources.compiled,
          creationCode: `${sources.compiled.creationCode}00`,
        };
        const complaint = await complaintOf(
          deployBy(deployer, directory).run({ compile: async () => ({ ...sources, compiled }) }),
        );
        expect(complaint.message).to.include("other sources");
      });

      it("gives the unfinished one up when asked to", async () => {
        const { deployer, directory } = await cutShort();
        const { run } = deployBy(deployer, directory);
        const { record } = await run({ parameters: { ...parameters, price: 1n }, replace: true });
        expect(record.address).to.equal(getCreateAddress({ from: deployer.address, nonce: 1 }));
      });
    });
  });

  describe("given it is not to be", () => {
    const refusal = async (work: Promise<unknown>) => {
      const complaint = await complaintOf(work);
      expect(complaint).to.be.instanceOf(DeploymentRefused);
      return complaint.message;
    };

    it("refuses the parameters of another chain", async () => {
      const { run } = deployBy(await newDeployer(), await temporaryFolder());
      const message = await refusal(run({ parameters: { ...parameters, chainId: 1 } }));
      expect(message).to.include("is chain 31337, but the parameters are for chain 1.");
    });

    it("refuses a deployer who cannot pay", async () => {
      for (const ether of ["0", "0.0001"]) {
        const deployer = await newDeployer(ether);
        const { run } = deployBy(deployer, await temporaryFolder());
        const message = await refusal(run());
        expect(message).to.match(
          new RegExp(`${deployer.address} has ${ether}\\.?0* ether; .*Send`),
        );
      }
    });

    it("refuses a node without an account", async () => {
      const { run } = deployBy(undefined, await temporaryFolder());
      expect(await refusal(run())).to.include("has no account to deploy with");
    });

    for (const role of ["signer", "withdrawer", "owner", "deployer"]) {
      it(`refuses a ${role} whose key everybody has, but on the local chain`, async () => {
        const published = account(1).address;
        const deployer = await chain.ethers.getSigner(
          role === "deployer" ? published : randomWallet().address,
        );
        const { network, run } = deployBy(deployer, await temporaryFolder());
        const foreign = { ...parameters, ...privateAccounts(), chainId: foreignChainId };
        const message = await refusal(
          run({
            network: { ...network, chainId: foreignChainId },
            parameters: role === "deployer" ? foreign : { ...foreign, [role]: published },
          }),
        );
        expect(message).to.include(`The ${role} ${published} is one of Hardhat's accounts`);
      });
    }

    it("has no explorer for a local chain", async () => {
      const { files, network } = deployBy(undefined, await temporaryFolder());
      const complaint = await complaintOf(verifyDeployment(network, files));
      expect(complaint.message).to.include("No explorer knows chain 31337");
    });

    it("explains itself to who asks, and to who asks for something else", async () => {
      const asked = await command(["--help"], {});
      expect(asked).to.include({ status: 0, stderr: "" });
      expect(asked.stdout).to.match(/^Usage: npm run deploy -- --network NAME --parameters FILE/);
      const wrong = await startCommand(["--netwrok", "remote"], {}).ended;
      expect(wrong).to.include({ status: 2, stdout: "" });
      expect(wrong.stderr).to.include("Unknown option '--netwrok'").and.include("Usage:");
    });

    it("sends nothing when the answer is no", async () => {
      const deployer = await newDeployer();
      const directory = await temporaryFolder();
      const { run } = deployBy(deployer, directory);
      expect(await refusal(run({ confirm: async () => false }))).to.equal("Nothing was sent.");
      expect(await mined(deployer.address)).to.equal(0);
      expect(await readdir(directory)).to.deep.equal([".lock"]);
    });

    it("refuses a second one at the same time", async () => {
      const directory = await temporaryFolder();
      const other = deployBy(await newDeployer(), directory);
      const confirm = async () => {
        const complaint = await complaintOf(other.run());
        expect(complaint.message).to.include("Another deployment is at work");
        return true;
      };
      await deployBy(await newDeployer(), directory).run({ confirm });
      expect(await mined(other.network.deployer?.address ?? "")).to.equal(0);
    });

    it("refuses when the folder tells of a contract that is not on this chain", async () => {
      const { files, network, run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      await provider().send("hardhat_setCode", [record.address, "0x"]);
      await writeFile(
        files.recordPath.replace("31337", `${foreignChainId}`),
        JSON.stringify({ ...record, chainId: foreignChainId }),
      );
      const elsewhere = {
        network: { ...network, chainId: foreignChainId },
        files: new DeploymentFiles(dirname(files.recordPath), foreignChainId),
        parameters: { ...parameters, chainId: foreignChainId, ...privateAccounts() },
      };
      expect(await refusal(run(elsewhere))).to.include("a collection was deployed, but is not,");
    });

    it("deploys again on a local chain that has begun anew", async () => {
      const { run } = deployBy(await newDeployer(), await temporaryFolder());
      const { record } = await run();
      await provider().send("hardhat_setCode", [record.address, "0x"]);
      expect((await run()).record.address).to.not.equal(record.address);
    });
  });

  describe("given a chain that is not a local one", () => {
    let foreignUrl: string;
    let close: () => Promise<void>;
    let file: string;
    const { address: deployer, privateKey } = randomWallet();

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
      // Safety: a node's answers have this form.
      return ((await response.json()) as { result: unknown }).result;
    }

    const sent = () => rpc("eth_getTransactionCount", [deployer, "latest"]);

    const remotely = async (args: string[], directory: string, key = privateKey) =>
      command(["--network", "remote", ...args], {
        RPC_URL: foreignUrl,
        DEPLOYER_KEY: key,
        DEPLOYMENTS_DIR: directory,
      });

    it("sends nothing unless somebody says yes", async () => {
      const { stdout, stderr, status } = await remotely(
        ["--parameters", file],
        await temporaryFolder(),
      );
      expect(status).to.equal(1);
      expect(stdout).to.include("add --yes");
      expect(stderr.trim()).to.equal("Nothing was sent.");
      expect(await sent()).to.equal("0x0");
    });

    it("deploys with the key from the environment, which it shows nowhere", async () => {
      const directory = await temporaryFolder();
      const outcome = await remotely(["--parameters", file, "--yes"], directory);
      expect(outcome).to.include({ status: 0, stderr: "" });
      expect(outcome.stdout).to.match(new RegExp(`Deployer +${deployer}, has 1 ether\n`));
      const contents = await Promise.all(
        (await readdir(directory)).map((name) => readFile(join(directory, name), "utf8")),
      );
      const everything = outcome.stdout + contents.join("");
      expect(everything).to.include(deployer);
      expect(everything).to.not.include(privateKey.slice(2));
    });

    it("says what is wrong with a key without showing it", async () => {
      const key = privateKey.slice(0, 40);
      const { stderr } = await remotely(["--parameters", file], await temporaryFolder(), key);
      expect(stderr).to.include("DEPLOYER_KEY, 0x and 64 hex digits");
      expect(stderr).to.not.include(key.slice(2));
    });
  });

  describe("the code it deploys", () => {
    let compiledAnew: CollectionSources;
    before(async () => {
      compiledAnew = await compileSources();
    });

    it("is the very code that the tests run on", async () => {
      const { bytecode, deployedBytecode } = await hre.artifacts.readArtifact("FringeDrifters");
      expect(compiledAnew.compiled.creationCode).to.equal(bytecode);
      expect(compiledAnew.compiled.deployedCode).to.equal(deployedBytecode);
      expect(compiledAnew).to.deep.equal(sources);
    });

    it("comes from the collection's sources and those they import, no others", () => {
      const { sources: files } = JSON.parse(compiledAnew.standardInput);
      const ours = Object.keys(files).filter((name) => name.startsWith("project/"));
      expect(ours).to.include("project/contracts/FringeDrifters.sol");
      expect(ours.filter((name) => /mocks|test/.test(name))).to.deep.equal([]);
    });
  });
});

describe("parameters of a deployment", () => {
  const complaintAbout = async (changes: object) => {
    const complaint = await complaintOf(readParameters(await parametersFile(changes)));
    expect(complaint).to.be.instanceOf(ParametersError);
    return complaint.message;
  };
  const phase = (name: string, startPoint: number, endPoint: number) => ({
    name,
    startPoint,
    endPoint,
  });

  for (const [what, changes, message] of [
    ["an unknown field", { prise: 1 }, "prise: no such field. Remove or rename it."],
    [
      "an unknown field of a phase",
      { phases: [{ ...phase("First Dust", 1, 2), end: 3 }] },
      "phases[0].end: no such field. Remove or rename it.",
    ],
    ["no chain", { chainId: "1" }, "chainId must be a whole number from 1 to 9007199254740991."],
    ["a base URI that no id can follow", { baseURI: "ipfs://x" }, "baseURI must begin with "],
    ["a misspelt address", { signer: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8" }, "signer must"],
    ["an address of nobody", { owner: ZeroAddress }, "owner must not be the zero address."],
    ["no phase", { phases: [] }, "phases must hold a phase."],
    [
      "a reversed phase",
      { phases: [phase("First Dust", 9, 8)] },
      "phases[0].endPoint must be greater than startPoint",
    ],
    [
      "a phase larger than the collection",
      { phases: [phase("First Dust", 1, 10_002)] },
      "phases[0].endPoint must be at most 10000 greater than startPoint",
    ],
    [
      "phases that share an id",
      { phases: [phase("First Dust", 1, 49), phase("Second Dust", 48, 60)] },
      'phases[1] must share no id with "First Dust" (1 up to, not including, 49).',
    ],
    [
      "two phases of one name",
      { phases: [phase("First Dust", 1, 49), phase("First Dust", 50, 60)] },
      'phases[1].name must be another name than "First Dust"',
    ],
    ["a current phase that is none", { currentPhase: "Dawn" }, "currentPhase must be the name of"],
    ["a price that is a number", { price: 0.08 }, "price must be a text such as"],
    ["a price of parts of a wei", { price: "0.5 wei" }, "price must be a text such as"],
    ["a batch past the contract's limit", { maxBatch: 101 }, "maxBatch must be a whole number"],
    ["minting by word", { minting: "off" }, "minting must be true or false."],
  ] as const) {
    it(`refuse ${what}`, async () => {
      expect(await complaintAbout(changes)).to.include(`\n  ${message}`);
    });
  }

  it("tell all faults at once", async () => {
    const message = await complaintAbout({
      chainId: 0,
      signer: "me",
      phases: [phase("First Dust", 9, 8)],
      currentPhase: "Dawn",
      price: "much",
      extra: 1,
    });
    expect(message.split("\n").filter((line) => line.startsWith("  "))).to.have.length(6);
  });

  it("refuse a file that is not JSON", async () => {
    const path = join(await temporaryFolder(), "parameters.json");
    await writeFile(path, "{");
    expect((await complaintOf(readParameters(path))).message).to.include(`${path} cannot be read`);
  });

  for (const [price, wei] of [
    ["0.08 ether", 80_000_000_000_000_000n],
    ["5 gwei", 5_000_000_000n],
    ["7 wei", 7n],
    ["80000000000000000", 80_000_000_000_000_000n],
    ["0", 0n],
  ] as const) {
    it(`take a price of ${price}`, async () => {
      expect((await readParameters(await parametersFile({ price }))).price).to.equal(wei);
    });
  }

  it("take phases that touch", async () => {
    const phases = [phase("First Dust", 1, 49), phase("Second Dust", 49, 60)];
    expect((await readParameters(await parametersFile({ phases }))).phases).to.deep.equal(phases);
  });

  it("know the contract's own limits", async () => {
    const { ethers } = await hre.network.create();
    const contract = await ethers.deployContract("FringeDrifters", ["", ZeroAddress]);
    expect(await contract.MAX_SUPPLY()).to.equal(BigInt(contractLimits.tokens));
    expect(await contract.HARD_BATCH_LIMIT()).to.equal(BigInt(contractLimits.batch));
  });
});

/** The example file with some fields changed. */
async function parametersFile(changes: object): Promise<string> {
  const path = join(await temporaryFolder(), "parameters.json");
  const fields = JSON.parse(await readFile(example, "utf8"));
  await writeFile(path, JSON.stringify({ ...fields, ...changes }));
  return path;
}

/** A wallet from a random key; deriving one from a random phrase takes a hundred times as long. */
function randomWallet(): Wallet {
  return new Wallet(hexlify(randomBytes(32)));
}

/** Accounts whose keys nobody has. */
function privateAccounts() {
  return {
    signer: randomWallet().address,
    withdrawer: randomWallet().address,
  };
}

/** The same signer, to whom something happens at its nth transaction. */
function onTransaction(
  signer: HardhatEthersSigner,
  moment: "before it sent" | "before it was told of",
  nth: number,
  happen: () => unknown,
): HardhatEthersSigner {
  let count = 0;
  const sendTransaction: typeof signer.sendTransaction = async (request) => {
    count += 1;
    if (count === nth && moment === "before it sent") await happen();
    const response = await signer.sendTransaction(request);
    if (count === nth && moment === "before it was told of") await happen();
    return response;
  };
  return new Proxy(signer, {
    get: (target, key) => (key === "sendTransaction" ? sendTransaction : Reflect.get(target, key)),
  });
}

async function complaintOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error("It was not refused.");
}
