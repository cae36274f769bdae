// Preloaded into a service process (node --import): shifts its wall clock by the milliseconds in
// the file at WALL_CLOCK_FILE whenever they change. Does not affect the monotonic clock.
import { readFileSync } from "node:fs";

const file = process.env.WALL_CLOCK_FILE ?? "";
const RealDate = Date;

function now(): number {
  return RealDate.now() + Number(readFileSync(file, "utf8"));
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});
