// Imported first by every process of a mutation run (`node --import`): loads the sources with all their mutants in them.
import { appendFileSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { projectRoot } from "../assurance/projectRoot.ts";
import { mutationVariables } from "./switch.ts";

const { folder, active, hits } = mutationVariables(process.env);
const switchState = { active, reached: new Uint8Array(0) };
// Processes that a test starts tell by a file what they reach: they may be killed at any time.
const isChild = hits !== undefined && hits.pid !== String(process.pid);

function isMutant(number: number): boolean {
  const { reached } = switchState;
  if (reached[number] !== 1) {
    if (reached.length > number) reached[number] = 1;
    if (isChild) {
      reached[number] = 1;
      appendFileSync(hits.file, `${number}\n`);
    }
  }
  return number === switchState.active;
}

if (folder !== undefined) {
  const count = Number(readFileSync(join(folder, "count"), "utf8"));
  switchState.reached = new Uint8Array(count);
  Object.assign(globalThis, { isMutant__: isMutant, mutantSwitch__: switchState });
  const files = new Set(readFileSync(join(folder, "files"), "utf8").split("\n"));
  registerHooks({
    load(url, context, next) {
      const [address = ""] = url.split("?");
      if (!address.startsWith("file:")) return next(url, context);
      const file = relative(projectRoot, fileURLToPath(address));
      if (!files.has(file)) return next(url, context);
      const source = readFileSync(join(folder, `${file}.js`), "utf8");
      return { format: "module", source, shortCircuit: true };
    },
  });
}
