import { spawn } from "node:child_process";
import { once } from "node:events";
import hre from "hardhat";
import { localChainId } from "#protocol/localWorld";
import { requireRecord } from "./checkDeployment.ts";
import type { DeploymentFiles } from "./deploymentFiles.ts";
import type { DeploymentNetwork } from "./network.ts";

/** Publishes the deployed sources on block explorers; Hardhat's plugin prints each result. */
export async function verifyDeployment(
  { name, chainId }: DeploymentNetwork,
  files: DeploymentFiles,
): Promise<boolean> {
  if (chainId === localChainId) {
    throw new Error(`Chain ${chainId} is local, so no explorer has it. Use check instead.`);
  }
  const { address, transactionHash, parameters } = await requireRecord(files);
  await hre.tasks.getTask("build").run({ quiet: true });
  const args = ["--network", name, "--build-profile", "default", "verify"];
  const contract = ["--contract", "contracts/FringeDrifters.sol:FringeDrifters"];
  const creation = ["--creation-tx-hash", transactionHash];
  const constructorArguments = [parameters.baseURI, parameters.signer];
  const child = spawn(
    "hardhat",
    [...args, ...contract, ...creation, address, ...constructorArguments],
    { stdio: "inherit" },
  );
  const [status] = await once(child, "exit");
  return status === 0;
}
