import type { Settings } from "#service/settings";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { runningUrl } from "../../shared/worldControl.ts";

/**
 * Reads the settings from the environment and `.env`; without RPC_URL, uses the chain of the running local world.
 *
 * @throws {UsageError} if the command needs a chain, and neither exists.
 */
export async function readStorySettings(needsChain: boolean | "optional"): Promise<Settings> {
  // Imported on demand, because the help does not need it.
  const { loadEnvironment, loadSettings } = await import("#service/settings");
  if (needsChain && !loadEnvironment().RPC_URL) {
    const url = await runningUrl("chain");
    if (url === undefined && needsChain !== "optional") {
      throw new UsageError(
        "There is no chain to check owners: set RPC_URL to a node of the collection's chain, run npm start in this folder, or add --offline.",
      );
    }
    if (url !== undefined) process.env.RPC_URL = url;
  }
  return loadSettings();
}
