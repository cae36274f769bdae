// A process of `npm test`: carries out the task of its first argument, and reports over its IPC channel.
import hre from "hardhat";
import { register } from "tsx/esm/api";
import { ChannelReporter } from "./channelReporter.ts";
import type { WorkerTask } from "./workerTask.ts";

const { kind, files, grep, isDryRun = false } = JSON.parse(process.argv[2] ?? "{}") as WorkerTask;
// Node strips types; JSX needs more.
register();
// The contracts are compiled by whoever starts workers: two of them would write the same files.
const options = { noCompile: true, testFiles: files, ...(grep !== undefined && { grep }) };
Object.assign(hre.config.test.mocha, { reporter: ChannelReporter, dryRun: isDryRun });

const result = (await hre.tasks.getTask(["test", kind]).run(options)) as { success: boolean };
process.exitCode = result.success ? 0 : 1;
process.disconnect?.();
