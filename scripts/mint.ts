// npm run mint: signs mint authorisations, and tells what one is good for.
import { loadEnvironment } from "../api/src/env.ts";
import { plainOutput } from "./commandLine/plainOutput.ts";
import { runMint } from "./mint/runMint.ts";

process.exitCode = await runMint(process.argv.slice(2), loadEnvironment(), plainOutput(console));
