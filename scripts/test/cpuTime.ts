import { readdirSync, readFileSync } from "node:fs";

/** Ticks of `/proc/PID/stat` a second: fixed by Linux's ABI. */
const ticksPerSecond = 100;

/** What one process has used, as Linux tells it. */
export interface ProcessTimes {
  parent: number;
  /** Ticks of the process itself. */
  own: number;
  /** Ticks of its descendants that ended and were waited for. */
  reaped: number;
}

/** Processes by their ids. */
export type Processes = ReadonlyMap<number, ProcessTimes>;

/**
 * Adds up the processor time of this process and its descendants. Linux forgets a process's time when it ends and
 * nobody waits for it, as happens to a browser's: so the sum grows by what each look finds, and a process counts for
 * what it had used when it was last seen.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export class CpuMeter {
  readonly #look: () => Processes;
  #seen: Processes = new Map();
  #ticks = 0;

  /** @param look finds the processes to add up; by default this one and its descendants. */
  constructor(look = () => readTree(process.pid)) {
    this.#look = look;
  }

  /** Seconds of user and system time so far; undefined where there is no `/proc`. */
  read(): number | undefined {
    const now = this.#look();
    if (now.size === 0) return undefined;
    for (const [pid, { own, reaped }] of now) {
      const before = this.#seen.get(pid);
      const waitedFor = reaped - (before?.reaped ?? 0);
      // Of what it has waited for, this was counted while it ran.
      const counted = Math.min(waitedFor, this.#ticksOfEnded(pid, now));
      this.#ticks += own - (before?.own ?? 0) + waitedFor - counted;
    }
    this.#seen = now;
    return this.#ticks / ticksPerSecond;
  }

  /** Ticks, when last seen, of those descendants of a process that have ended since. */
  #ticksOfEnded(ancestor: number, now: Processes): number {
    let ticks = 0;
    for (const [pid, { parent, own, reaped }] of this.#seen) {
      if (parent === ancestor && !now.has(pid))
        ticks += own + reaped + this.#ticksOfEnded(pid, now);
    }
    return ticks;
  }
}

/** The process and its descendants; a descendant whose parent has ended is not found. */
function readTree(root: number): Processes {
  const all = readProcesses();
  const children = Map.groupBy(all.keys(), (pid) => all.get(pid)?.parent);
  const tree = new Map<number, ProcessTimes>();
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const times = all.get(pid);
    if (times !== undefined) tree.set(pid, times);
    waiting.push(...(children.get(pid) ?? []));
  }
  return tree;
}

function readProcesses(): Processes {
  const processes = new Map<number, ProcessTimes>();
  for (const pid of listProcesses()) {
    const times = readTimes(pid);
    if (times !== undefined) processes.set(pid, times);
  }
  return processes;
}

function listProcesses(): number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** The fields after the process's name, which may hold spaces and parentheses: state, ppid, … utime is the 12th. */
function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0] = fields.slice(1);
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11);
    return { parent, own: utime + stime, reaped: cutime + cstime };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
