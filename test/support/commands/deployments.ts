import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { hexlify, parseEther, randomBytes, Wallet } from "ethers";
import hre from "hardhat";
import { localChainId } from "#protocol/chain/localWorld";
import type { DeploymentNetwork } from "../../../scripts/commands/contract/network.ts";
import type { CollectionSources } from "../../../scripts/commands/deploy/compileCollection.ts";
import { deployCollection } from "../../../scripts/commands/deploy/deployCollection.ts";
import { DeploymentFiles } from "../../../scripts/commands/deploy/deploymentFiles.ts";
import {
  type DeploymentParameters,
  readParameters,
} from "../../../scripts/commands/deploy/parameters.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { builtCollection } from "./builtCollection.ts";

/** Simulated chain with the local chain's ID, which the deployment tests share. */
export const { ethers } = await hre.network.create("world");
export const { provider } = ethers;

/** The built collection. Its compiler input lists no source: only `check` reads it. */
export const sources: CollectionSources = {
  standardInput: `${JSON.stringify({ language: "Solidity", sources: {}, settings: {} })}\n`,
  compiled: await builtCollection(),
};

/** Path of the example parameters in the documentation. */
const exampleFile = join(
  import.meta.dirname,
  "../../../scripts/commands/deploy/parameters.example.json",
);

/** The example parameters with an open sale. */
export const parameters: DeploymentParameters = {
  ...(await readParameters(exampleFile)),
  minting: true,
};

/** Writes a parameters file, the example with some fields changed, and returns its path; by default in a new folder. */
export async function parametersFile(changes: object, folder?: string): Promise<string> {
  const path = join(folder ?? (await temporaryFolder()), "parameters.json");
  const fields = JSON.parse(await readFile(exampleFile, "utf8"));
  await writeFile(path, JSON.stringify({ ...fields, ...changes }));
  return path;
}

/** Returns the number of transactions that the node has mined for an account. */
export const mined = (address: string) => provider.getTransactionCount(address, "latest");

export function setBalance(address: string, wei: bigint): Promise<unknown> {
  return provider.send("hardhat_setBalance", [address, `0x${wei.toString(16)}`]);
}

/** Returns an account without transactions for which the node signs. */
export async function newDeployer(ether = "1"): Promise<HardhatEthersSigner> {
  const { address } = randomWallet();
  await provider.send("hardhat_impersonateAccount", [address]);
  await setBalance(address, parseEther(ether));
  return ethers.getSigner(address);
}

/** Creates a wallet from a random key; deriving one from a random phrase takes a hundred times as long. */
export function randomWallet(): Wallet {
  return new Wallet(hexlify(randomBytes(32)));
}

/** Addresses without known keys. */
export function privateAccounts() {
  return { signer: randomWallet().address, withdrawer: randomWallet().address };
}

/** Returns a function that deploys from this account with records in this folder, and confirms every prompt. */
export function deployBy(deployer: HardhatEthersSigner | undefined, directory: string) {
  const network: DeploymentNetwork = { name: "test", chainId: localChainId, provider, deployer };
  const files = new DeploymentFiles(directory, localChainId);
  return {
    files,
    network,
    run: (changes: Partial<Parameters<typeof deployCollection>[0]> = {}) =>
      deployCollection({
        network,
        parameters,
        compile: async () => sources,
        files,
        replace: false,
        confirm: async () => undefined,
        report: () => undefined,
        ...changes,
      }),
  };
}
