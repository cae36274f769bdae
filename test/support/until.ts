import { setTimeout as delay } from "node:timers/promises";

/** Waits until `holds` returns true because of a different process or thread; the test's timeout limits the wait. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
