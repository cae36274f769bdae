// npm run mint: signs and inspects mint authorizations, and explains why a wallet cannot mint.
import { loadEnvironment } from "#service/settings";
import { plainOutput } from "../shared/commandLine/plainOutput.ts";
import { runMint } from "./mint/runMint.ts";

process.exitCode = await runMint(process.argv.slice(2), loadEnvironment(), plainOutput(console));
