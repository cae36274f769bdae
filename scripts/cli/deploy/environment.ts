import { commandVariables, loadEnvironment } from "#service/settings";

/**
 * Takes in `.env`, as the service does, and forgets empty variables: for Hardhat an empty one would
 * go before the one in its keystore.
 */
export function loadDeploymentEnvironment(): { directory: string } {
  loadEnvironment();
  for (const name of [...Object.keys(commandVariables), "RPC_URL", "DEPLOYMENTS_DIR"]) {
    if (process.env[name]?.trim() === "") delete process.env[name];
  }
  return { directory: process.env.DEPLOYMENTS_DIR ?? "deployments" };
}
