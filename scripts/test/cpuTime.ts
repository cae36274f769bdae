import { readdirSync, readFileSync } from "node:fs";

/** Ticks of `/proc/PID/stat` a second: fixed by Linux's ABI. */
const ticksPerSecond = 100;

interface ProcessTimes {
  parent: number;
  /** Of the process itself. */
  own: number;
  /** Of its children that ended and were waited for, and of theirs. */
  children: number;
}

/**
 * Seconds of processor time, user and system, that this process and all its descendants have used so far; undefined
 * where there is no `/proc`. A descendant whose parent ended before it is not found.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function cpuTimeOfTree(root = process.pid): number | undefined {
  const processes = readProcesses();
  if (!processes.has(root)) return undefined;
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)?.parent);
  let ticks = 0;
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const { own, children: ended } = processes.get(pid) ?? { own: 0, children: 0 };
    ticks += own + ended;
    waiting.push(...(children.get(pid) ?? []));
  }
  return ticks / ticksPerSecond;
}

function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const name of listProcesses()) {
    const times = readTimes(name);
    if (times !== undefined) processes.set(Number(name), times);
  }
  return processes;
}

function listProcesses(): string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The fields after the process's name, which may hold spaces and parentheses: state, ppid, … utime is the 12th. */
function readTimes(pid: string): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: utime + stime, children: cutime + cstime };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
