import type {
  HardhatEthersProvider,
  HardhatEthersSigner,
} from "@nomicfoundation/hardhat-ethers/types";
import hre from "hardhat";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

/** A chain, as one of Hardhat's networks leads to it. */
export interface DeploymentNetwork {
  name: string;
  chainId: number;
  provider: HardhatEthersProvider;
  /** Who pays for transactions there: the key that the network was given, or the node's own first account. */
  deployer: HardhatEthersSigner | undefined;
}

/**
 * Connects to a network of hardhat.config.ts. A runtime reads each variable of the environment once.
 *
 * @throws when there is none of that name, a variable it needs is missing, or nothing answers.
 */
export async function connectNetwork(
  name: string,
  runtime: HardhatRuntimeEnvironment = hre,
): Promise<DeploymentNetwork> {
  if (runtime.config.networks[name]?.type !== "http") {
    throw new Error(
      `--network takes localhost, remote or another http network of hardhat.config.ts, not "${name}".`,
    );
  }
  try {
    const { ethers } = await runtime.network.create(name);
    const { chainId } = await ethers.provider.getNetwork();
    const [deployer] = await ethers.getSigners();
    return { name, chainId: Number(chainId), provider: ethers.provider, deployer };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Network ${name} cannot be used.\n${reason}\n${adviceOn(name)}`);
  }
}

function adviceOn(network: string): string {
  if (network === "localhost") {
    return "localhost is RPC_URL, or http://127.0.0.1:8545: start a node there, such as npm start.";
  }
  return `${network} wants RPC_URL, an http or https URL, and DEPLOYER_KEY, 0x and 64 hex digits.
Set them in the environment or in .env, or keep them encrypted: npx hardhat keystore set DEPLOYER_KEY.`;
}
