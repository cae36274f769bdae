// npm run mint: signs mint authorisations, and tells what one is good for.
import { loadEnvironment } from "#service/settings";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { runMint } from "./mint/runMint.ts";

process.exitCode = await runMint(process.argv.slice(2), loadEnvironment(), plainOutput(console));
