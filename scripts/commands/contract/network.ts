import type {
  HardhatEthersProvider,
  HardhatEthersSigner,
} from "@nomicfoundation/hardhat-ethers/types";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { didYouMean } from "#protocol/values/closestName";

/** A chain, connected through one of Hardhat's networks. */
export interface DeploymentNetwork {
  name: string;
  chainId: number;
  provider: HardhatEthersProvider;
  /** The paying account: the network key's account, or the node's first account. */
  deployer: HardhatEthersSigner | undefined;
}

/**
 * Connects to a network of hardhat.config.ts. A Hardhat runtime reads each environment variable only once.
 *
 * @throws when there is no such network, a variable is missing, or the node is unreachable.
 */
export async function connectNetwork(
  name: string,
  given?: HardhatRuntimeEnvironment,
): Promise<DeploymentNetwork> {
  // Imported on demand, because Hardhat is slow to load.
  const runtime = given ?? (await import("hardhat")).default;
  const { networks } = runtime.config;
  if (networks[name]?.type !== "http") {
    const known = Object.keys(networks).filter((each) => networks[each]?.type === "http");
    throw new Error(
      `--network takes localhost, remote or another http network of hardhat.config.ts, not "${name}".${didYouMean(name, known)}`,
    );
  }
  try {
    const { ethers } = await runtime.network.create(name);
    const { chainId } = await ethers.provider.getNetwork();
    const [deployer] = await ethers.getSigners();
    return { name, chainId: Number(chainId), provider: ethers.provider, deployer };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Network ${name} cannot be used.\n${reason}\n${networkAdvice(name)}`);
  }
}

function networkAdvice(network: string): string {
  if (network === "localhost") {
    return "localhost is RPC_URL, or http://127.0.0.1:8545: start a node there, such as npm start.";
  }
  return `${network} needs RPC_URL, an http or https URL, and DEPLOYER_KEY, 0x and 64 hex digits.
Set them in the environment or in .env, or keep them encrypted: npx hardhat keystore set DEPLOYER_KEY.`;
}
