import { join } from "node:path";
import { watchFolder } from "../shared/watchFolder.ts";
import { ReloadError, type ServiceHost } from "./service/serviceHost.ts";

/** Sources of the service, and what each build writes for it. */
const serviceFolders = ["api/src", "api/protocol", "typechain-types"];

/** Short, because loading a file that is half saved changes nothing. */
const quietMilliseconds = 50;

/**
 * Calls `onChange` after each change of the service's sources below `root`.
 *
 * @returns a function that stops watching.
 */
export function watchService(
  root: string,
  onChange: () => Promise<void>,
): Promise<() => Promise<void>> {
  return watchFolder(
    serviceFolders.map((folder) => join(root, folder)),
    onChange,
    quietMilliseconds,
  );
}

/** Restarts the services with the changed code; returns what to print. */
export async function reloadService({ reload }: Pick<ServiceHost, "reload">): Promise<string> {
  const begun = performance.now();
  try {
    await reload();
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    return `The service was restarted with the changed code (${seconds} s).`;
  } catch (error) {
    if (!(error instanceof ReloadError)) throw error;
    const state = error.isServing
      ? "The changed code of the service does not start. The service runs on with the former code."
      : "The changed code of the service does not start. The service is stopped.";
    return `${state}\n\n${error.message}\n\nFix the code and save it; the service then restarts.`;
  }
}
