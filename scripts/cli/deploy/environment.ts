import { commandVariables, loadEnvironment } from "#service/settings";

/**
 * Loads `.env` as the service does and deletes empty variables, which would take precedence over Hardhat's keystore.
 */
export function loadDeploymentEnvironment(): { directory: string } {
  loadEnvironment();
  for (const name of [...Object.keys(commandVariables), "RPC_URL", "DEPLOYMENTS_DIR"]) {
    if (process.env[name]?.trim() === "") delete process.env[name];
  }
  return { directory: process.env.DEPLOYMENTS_DIR ?? "deployments" };
}
