import { loadEnvironment } from "#service/settings";

/** Variables that only a deployment reads; Hardhat asks for all but the folder by itself. */
export const deploymentVariables = ["DEPLOYER_KEY", "ETHERSCAN_API_KEY"] as const;

/**
 * Takes in `.env`, as the service does, and forgets empty variables: for Hardhat an empty one would
 * go before the one in its keystore.
 */
export function loadDeploymentEnvironment(): { directory: string } {
  loadEnvironment();
  for (const name of [...deploymentVariables, "RPC_URL", "DEPLOYMENTS_DIR"]) {
    if (process.env[name]?.trim() === "") delete process.env[name];
  }
  return { directory: process.env.DEPLOYMENTS_DIR ?? "deployments" };
}
