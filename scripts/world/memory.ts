import { readdirSync, readFileSync } from "node:fs";

/**
 * Memory of a process and its descendants, in megabytes: pages that several processes share are divided among them
 * (PSS). Without Linux's `/proc`, the resident memory of this process alone.
 *
 * @see https://docs.kernel.org/filesystems/proc.html
 */
export function usedMegabytes(root = commandProcess()): number {
  const kilobytes = treeOf(root).map((pid) => Number(fieldOf(pid, "smaps_rollup", "Pss")));
  const used = kilobytes.reduce((sum, each) => sum + each, 0);
  return Math.round(used > 0 ? used / 1_024 : process.memoryUsage.rss() / 1_048_576);
}

/** The process of npm that started this one, or this process if npm did not. */
function commandProcess(): number {
  if (process.env.npm_lifecycle_event === undefined) return process.pid;
  // npm starts scripts with a shell, which may have replaced itself with this process.
  const isShell = fieldOf(process.ppid, "status", "Name") === "sh";
  return isShell ? Number(fieldOf(process.ppid, "status", "PPid")) : process.ppid;
}

function treeOf(root: number): number[] {
  const children = entriesOf(`/proc/${root}/task`).flatMap((thread) =>
    textOf(`/proc/${root}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
  );
  return [root, ...children.flatMap(treeOf)];
}

/** The first word of a line `NAME: VALUE` of a process's file; 0 without it, as when the process has ended. */
function fieldOf(pid: number, file: string, name: string): string {
  return new RegExp(`^${name}:\\s*(\\S+)`, "m").exec(textOf(`/proc/${pid}/${file}`))?.[1] ?? "0";
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
