import { spawn } from "node:child_process";
import { once } from "node:events";
import hre from "hardhat";
import { requireRecord } from "./checkDeployment.ts";
import type { DeploymentFiles } from "./deploymentFiles.ts";

/** Has block explorers show the sources of what is deployed; Hardhat's plugin tells what each said. */
export async function verifyDeployment(network: string, files: DeploymentFiles): Promise<boolean> {
  const { address, transactionHash, parameters } = await requireRecord(files);
  await hre.tasks.getTask("build").run({ quiet: true });
  const args = ["--network", network, "--build-profile", "default", "verify"];
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
