import { join } from "node:path";
import { watchFolder } from "./watchFolder.ts";

/** What the service runs; what the page takes from it, too, the web app renews by itself. */
const serviceFolders = ["api/src", "api/protocol"];

const news = `
The service's code in api/ has changed. The service of this world still runs what it began with.
To run the new code, end this with Ctrl-C and npm start again: portraits and stories stay.`;

/**
 * Says after each change below `root` of what the service runs that it does not run it yet.
 *
 * @returns what ends it.
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
