import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { compileCache } from "./cacheFolders.ts";
import { childEnvironment } from "./childEnvironment.ts";

/** Message to the child process: what it calls. */
export interface ChildCall {
  /** URL of the module. */
  module: string;
  /** Name of the exported function, which takes one object. */
  name: string;
  options: object;
}

/** Message from the child process. */
export type ChildMessage =
  | { type: "progress"; progress: unknown }
  | { type: "returned"; value: unknown }
  | { type: "threw"; message: string };

/**
 * Calls a module's function in a child process, whose memory returns to the system when the function has returned.
 * Arguments and result pass as JSON; `onProgress` is called in this process.
 *
 * @throws {Error} with the message of the function's error.
 */
export async function callInChild<Options extends object>(
  call: Omit<ChildCall, "options">,
  { onProgress, ...options }: Options & { onProgress?: (progress: never) => void },
): Promise<unknown> {
  const child = fork(join(import.meta.dirname, "calledModule.ts"), {
    env: childEnvironment({ NODE_COMPILE_CACHE: compileCache }),
  });
  // When the process has exited and all its messages have arrived.
  const ended = once(child, "close");
  let outcome: ChildMessage | undefined;
  child.on("message", (message: ChildMessage) => {
    // Safety: the function in the child reports what its caller expects.
    if (message.type === "progress") onProgress?.(message.progress as never);
    else outcome = message;
  });
  child.send({ ...call, options } satisfies ChildCall);
  const [status, signal] = await ended;
  if (outcome?.type === "returned") return outcome.value;
  throw new Error(
    outcome?.type === "threw" ? outcome.message : `${call.name} ended with ${signal ?? status}.`,
  );
}
