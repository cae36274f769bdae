import { setTimeout as delay } from "node:timers/promises";

/** Waits until something holds that another process or thread does; the test's timeout limits it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(10);
}
