// npm run serve: the production build if it is newer than the sources, otherwise the sources.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const built = join(root, "dist/server.js");
/** What the build of the service is made of. */
const sources = ["api/src", "api/protocol", "typechain-types", "package-lock.json"];

const builtAt = await timeOf(built);
const changedAt = Math.max(...(await Promise.all(sources.map(newest))));
if (builtAt > 0 && builtAt < changedAt) {
  console.error("dist/ is older than the sources, which run instead. `npm run build` updates it.");
}
await import(builtAt < changedAt ? join(root, "api/src/main.ts") : built);

/** When the newest file at or below a path was changed. */
async function newest(path: string): Promise<number> {
  const place = join(root, path);
  const names = (await stat(place)).isDirectory() ? await readdir(place, { recursive: true }) : [];
  const times = await Promise.all(["", ...names].map((name) => timeOf(join(place, name))));
  return Math.max(...times);
}

/** When a file was changed, in milliseconds; 0 if there is none. */
async function timeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.mtimeMs ?? 0;
}
