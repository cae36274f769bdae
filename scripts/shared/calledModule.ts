// Child process that calls the function in the first message, and ends.
import { once } from "node:events";
import type { ChildCall, ChildMessage } from "./callInChild.ts";

const send = (message: ChildMessage) => process.send?.(message);
// Ends with the parent process.
const end = () => process.exit(1);
process.once("disconnect", end);
const [{ module, name, options }] = (await once(process, "message")) as [ChildCall];
try {
  const { [name]: call } = await import(module);
  const onProgress = (progress: unknown) => send({ type: "progress", progress });
  send({ type: "returned", value: await call({ ...options, onProgress }) });
} catch (error) {
  send({ type: "threw", message: error instanceof Error ? error.message : String(error) });
}
process.off("disconnect", end);
process.disconnect();
