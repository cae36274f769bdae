// Child process of `npm run watch`: prints where the gas of our contract differs from the last commit's snapshot.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { measureSubject, quickPlan } from "../lab/bench/gas/measureSubject.ts";
import type { GasSnapshot } from "../lab/bench/gas/snapshot.ts";
import { ourSubject } from "../lab/bench/gas/subjects.ts";
import { describeGasDifference } from "./gasDifference.ts";

const snapshotFile = "scripts/lab/bench/gas/gas.snapshot.json";

const { stdout } = await promisify(execFile)("git", ["show", `HEAD:${snapshotFile}`]);
// Safety: only the bench writes the file.
const committed = JSON.parse(stdout) as GasSnapshot;
console.log(describeGasDifference(await measureSubject(await ourSubject(), quickPlan), committed));
