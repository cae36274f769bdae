import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerMessage } from "./messages.ts";
import type { RunOptions } from "./runTests.ts";
import { startWorker } from "./startWorker.ts";
import { findTestFiles, solidityTitles } from "./testFiles.ts";

/** Prints `file TAB title` for each test, in alphabetical order, so that two versions can be compared by `diff`. */
export async function listTitles({ paths, grep, logs }: RunOptions): Promise<void> {
  const files = await findTestFiles(paths);
  await mkdir(logs, { recursive: true });
  const lines: string[] = [];
  const failures: string[] = [];
  const take = (message: WorkerMessage) => {
    if (message.type === "passed") lines.push(`${message.file}\t${message.title}`);
    if (message.type === "failed") failures.push(`${message.title}\n${message.report}`);
  };
  for (const kind of ["mocha", "components"] as const) {
    const task = { kind, files: files[kind], grep, isDryRun: true };
    if (task.files.length > 0) await startWorker(task, join(logs, `list-${kind}.log`), take);
  }
  for (const file of files.solidity) {
    const titles = await solidityTitles(file);
    const wanted = titles.filter((title) => grep === undefined || new RegExp(grep).test(title));
    lines.push(...wanted.map((title) => `${file}\t${title}`));
  }
  if (failures.length > 0) {
    console.error(failures.join("\n"));
    process.exitCode = 1;
  }
  if (lines.length > 0) console.log(lines.sort().join("\n"));
}
