import { join } from "node:path";
import { watchFolder } from "./watchFolder.ts";

/** Sources of the service. The web app reloads the shared ones by itself. */
const serviceFolders = ["api/src", "api/protocol"];

const news = `
The service's code in api/ has changed. This world's service still runs the old code.
To run the new code, press Ctrl-C and run npm start again; portraits and stories are kept.`;

/**
 * Calls `say` after each change of the service's sources below `root`.
 *
 * @returns a function that stops watching.
 */
export async function watchService(
  root: string,
  say: (news: string) => Promise<void>,
): Promise<() => Promise<void>> {
  const stops = await Promise.all(
    serviceFolders.map((folder) => watchFolder(join(root, folder), () => say(news))),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
