import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { RunStep } from "../step.ts";
import { type ControlEvent, type ControlRequest, requestSchema } from "./messages.ts";
import { socketPath } from "./socketPath.ts";

/** Carries out a request and returns a message to print. */
export type RunCommand = (request: ControlRequest, step: RunStep) => Promise<string>;

/**
 * Listens for commands to the world of `directory`, from the same user only.
 *
 * @returns a function that stops listening.
 * @throws when another process already listens.
 */
export async function serveControl(
  directory: string,
  runCommand: RunCommand,
): Promise<() => Promise<void>> {
  const path = socketPath(directory);
  await refuseSecondWorld(directory);
  // The socket file was left behind by a killed process.
  await rm(path, { force: true });
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    callers.add(caller);
    caller.once("close", () => callers.delete(caller));
    // A disconnected client gets no answer; the command continues.
    caller.on("error", () => undefined);
    void answer(caller, runCommand);
  });
  await listen(server, path);
  if (process.platform !== "win32") await chmod(path, 0o600);
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const caller of callers) caller.destroy();
    await closed;
  };
}

/** @throws when another process is running the world of `directory`. */
export async function refuseSecondWorld(directory: string): Promise<void> {
  if (!(await isAnswered(socketPath(directory)))) return;
  throw new Error(`Another npm start is running the world in ${directory}. Stop it first.`);
}

async function answer(caller: Socket, runCommand: RunCommand): Promise<void> {
  const send = (event: ControlEvent) => {
    if (caller.writable) caller.write(`${JSON.stringify(event)}\n`);
  };
  for await (const line of createInterface({ input: caller })) {
    try {
      const text = await runCommand(readRequest(line), reportSteps(send));
      send({ kind: "done", text });
    } catch (error) {
      send({ kind: "failed", text: error instanceof Error ? error.message : String(error) });
    }
    caller.end();
    return;
  }
}

/** @throws if the client's version has other requests. */
function readRequest(line: string): ControlRequest {
  const { data } = requestSchema.safeParse(JSON.parse(line));
  if (data !== undefined) return data;
  throw new Error(
    "The running npm start is of another version and does not know this command. Restart it.",
  );
}

/** Sends the client each step that the terminal of `npm start` shows. */
function reportSteps(send: (event: ControlEvent) => void): RunStep {
  return async (title, work) => {
    send({ kind: "begun", title });
    const result = await work(({ done, total }) => send({ kind: "progress", done, total }));
    send({ kind: "ended" });
    return result;
  };
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path);
    probe.once("error", () => resolve(false));
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
  });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
