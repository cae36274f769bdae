import { commandVariables, loadEnvironment } from "#service/settings";

/**
 * Loads `.env` as the service does, and deletes empty variables, which would take precedence over
 * Hardhat's keystore. Reduces RPC_URL to its first URL, because transactions are sent to one node.
 */
export function loadDeploymentEnvironment(): { directory: string } {
  loadEnvironment();
  for (const name of [...Object.keys(commandVariables), "RPC_URL", "DEPLOYMENTS_DIR"]) {
    if (process.env[name]?.trim() === "") delete process.env[name];
  }
  const [firstUrl] = process.env.RPC_URL?.split(",") ?? [];
  if (firstUrl !== undefined) process.env.RPC_URL = firstUrl.trim();
  return { directory: process.env.DEPLOYMENTS_DIR ?? "deployments" };
}
