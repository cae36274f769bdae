import { readdirSync, readFileSync } from "node:fs";

/** Ticks per second in `/proc/PID/stat`; fixed by Linux's ABI. */
const ticksPerSecond = 100;

/** CPU time of one process, from `/proc`. */
export interface ProcessTimes {
  parent: number;
  /** Ticks of the process itself. */
  own: number;
  /** Ticks of its terminated children that it has waited for. */
  reaped: number;
}

/** CPU times by process ID. */
export type Processes = ReadonlyMap<number, ProcessTimes>;

/**
 * Adds up the CPU time of this process and its descendants. Linux discards the time of a process that terminates
 * without being waited for, such as a browser's; such a process counts with its time at the last call of `read`.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export class CpuMeter {
  readonly #look: () => Processes;
  #seen: Processes = new Map();
  #ticks = 0;

  /** @param look returns the processes to add up; by default this one and its descendants. */
  constructor(look = () => readTree(process.pid)) {
    this.#look = look;
  }

  /** Returns the seconds of user and system time so far; undefined without `/proc`. */
  read(): number | undefined {
    const now = this.#look();
    if (now.size === 0) return undefined;
    for (const [pid, { own, reaped }] of now) {
      const before = this.#seen.get(pid);
      const waitedFor = reaped - (before?.reaped ?? 0);
      // This part of its waited-for time was already counted.
      const counted = Math.min(waitedFor, this.#ticksOfEnded(pid, now));
      this.#ticks += own - (before?.own ?? 0) + waitedFor - counted;
    }
    this.#seen = now;
    return this.#ticks / ticksPerSecond;
  }

  /** Sums the last seen ticks of a process's descendants that have terminated since. */
  #ticksOfEnded(ancestor: number, now: Processes): number {
    let ticks = 0;
    for (const [pid, { parent, own, reaped }] of this.#seen) {
      if (parent === ancestor && !now.has(pid))
        ticks += own + reaped + this.#ticksOfEnded(pid, now);
    }
    return ticks;
  }
}

/** Reads a process and its descendants; misses descendants whose parent has terminated. */
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

/** Parses the fields after the process's name, which may contain spaces and parentheses; utime is the 12th. */
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
    // The process has terminated meanwhile.
    return undefined;
  }
}
