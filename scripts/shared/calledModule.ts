// Child process that calls the function in the first message, and ends.
import { once } from "node:events";
import type { ChildCall, ChildMessage } from "./callInChild.ts";

/** Sends a message. @returns when it is written, because disconnecting discards the rest of a long one. */
const send = (message: ChildMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()));
// Ends with the parent process.
const end = () => process.exit(1);
process.once("disconnect", end);
const [{ module, name, options }] = (await once(process, "message")) as [ChildCall];
try {
  const { [name]: call } = await import(module);
  const onProgress = (progress: unknown) => void send({ type: "progress", progress });
  await send({ type: "returned", value: await call({ ...options, onProgress }) });
} catch (error) {
  await send({ type: "threw", message: error instanceof Error ? error.message : String(error) });
}
process.off("disconnect", end);
process.disconnect();
