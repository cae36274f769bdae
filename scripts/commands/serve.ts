// npm run serve: runs the production build if it matches these sources, otherwise the sources.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fingerprint } from "../../api/production/fingerprint.ts";
import { fingerprintFile, serviceSources } from "../../api/production/productionBuilds.ts";

const root = join(import.meta.dirname, "../..");
const built = await readFile(join(root, "dist", fingerprintFile), "utf8").catch(() => undefined);
const isCurrent = built !== undefined && built === (await fingerprint(root, serviceSources));
await import(join(root, isCurrent ? "dist/server.js" : "api/src/main.ts"));
