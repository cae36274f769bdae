import { readdir, readFile } from "node:fs/promises";
import type { Usage } from "./usage.ts";

/** Reads the resources that a process has used since its start from `/proc`, so it needs Linux. */
export async function usageOf(pid: number): Promise<Usage> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const bytesOf = (name: string) =>
    1024 * Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1] ?? 0);
  return {
    cpuMicroseconds: await cpuMicrosecondsOf(pid),
    residentBytes: bytesOf("VmRSS"),
    mostResidentBytes: bytesOf("VmHWM"),
  };
}

/** CPU time of all threads of a process; 0 if it has ended. */
export async function cpuMicrosecondsOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const times = threads.map(async (thread) => {
    const schedule = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(
      () => "",
    );
    return Number(schedule.split(" ")[0]) / 1_000;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}
