import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { quietStep, type RunStep } from "../../shared/commandLine/step.ts";

const addressForm = z.templateLiteral(["0x", z.string()]);

/** Request of `npm run world` to the world running in the same working tree. */
const requestSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("reset") }),
  z.object({ command: z.literal("save"), name: z.string() }),
  z.object({ command: z.literal("load"), name: z.string() }),
  z.object({
    command: z.literal("fork"),
    rpcUrl: z.string(),
    blockNumber: z.int().optional(),
    contract: addressForm.optional(),
    /** Origin of the live service. */
    stories: z.string().optional(),
    /** Gateway for portraits on IPFS. */
    gateway: z.string().optional(),
    /** Whether the last build's code replaces the live contract's. */
    replacesCode: z.boolean(),
  }),
  /** A control of the chain, such as `time +1d`. */
  z.object({ command: z.literal("chain"), positionals: z.array(z.string()) }),
]);
export type ControlRequest = z.infer<typeof requestSchema>;
export type ForkRequest = Extract<ControlRequest, { command: "fork" }>;

/** The server's messages, one JSON object per line; `done` or `failed` is the last. */
const eventSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begun"), title: z.string() }),
  z.object({
    kind: z.literal("progress"),
    progress: z.union([z.string(), z.object({ done: z.number(), total: z.number() })]),
  }),
  z.object({ kind: z.literal("ended") }),
  z.object({ kind: z.literal("done"), text: z.string() }),
  z.object({ kind: z.literal("failed"), text: z.string() }),
]);
type ControlEvent = z.infer<typeof eventSchema>;

/** Maximum length of a socket's path on macOS, the lowest of all systems, in bytes. */
const maxPathBytes = 103;

/** Returns the path of the socket for commands: a file, which web pages cannot reach. */
export function socketPath(directory: string): string {
  const folder = resolve(directory);
  const key = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  if (process.platform === "win32") return `\\\\.\\pipe\\collection-world-${key}`;
  const path = join(folder, "world.sock");
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  return join(tmpdir(), `collection-world-${key}.sock`);
}

/**
 * Sends a command to the world that runs in `directory`, and shows its steps.
 *
 * @returns the result, as a message to print.
 * @throws if none is running, and with the world's message when the request failed.
 */
export async function requestWorld(
  directory: string,
  request: ControlRequest,
  step: RunStep = quietStep,
): Promise<string> {
  const socket = connect(socketPath(directory));
  try {
    await once(socket, "connect").catch(() => {
      throw new Error("No world is running here. Start one in another terminal: npm start");
    });
    socket.write(`${JSON.stringify(request)}\n`);
    return await followEvents(createInterface({ input: socket })[Symbol.asyncIterator](), step);
  } finally {
    socket.destroy();
  }
}

/**
 * Shows the steps of a command until its end, or the progress of one step until the step's end.
 *
 * @returns the command's result.
 */
async function followEvents(
  lines: AsyncIterator<string>,
  step: RunStep,
  report: Parameters<Parameters<RunStep>[1]>[0] = () => undefined,
): Promise<string> {
  for (;;) {
    const line = await lines.next();
    if (line.done) {
      throw new Error("The world stopped before the command finished. Start it again: npm start");
    }
    const event = eventSchema.parse(JSON.parse(line.value));
    if (event.kind === "failed") throw new Error(event.text);
    if (event.kind === "done") return event.text;
    if (event.kind === "ended") return "";
    if (event.kind === "progress") report(event.progress);
    else await step(event.title, (progress) => followEvents(lines, step, progress));
  }
}

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
  await assertNoOtherWorld(directory);
  // The socket file was left behind by a killed process.
  await rm(path, { force: true });
  const callers = new Set<Socket>();
  const server = createServer((caller) => {
    callers.add(caller);
    caller.once("close", () => callers.delete(caller));
    // A disconnected client gets no response; the command continues.
    caller.on("error", () => undefined);
    void respond(caller, runCommand);
  });
  await once(server.listen(path), "listening");
  if (process.platform !== "win32") await chmod(path, 0o600);
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const caller of callers) caller.destroy();
    await closed;
  };
}

/** @throws when another process is running the world of `directory`. */
export async function assertNoOtherWorld(directory: string): Promise<void> {
  if (!(await isListening(socketPath(directory)))) return;
  throw new Error(`Another npm start is running the world in ${directory}. Stop it first.`);
}

async function respond(caller: Socket, runCommand: RunCommand): Promise<void> {
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
    "The running npm start is of another version and does not have this command. Restart it.",
  );
}

/** Sends the client each step that the terminal of `npm start` shows. */
function reportSteps(send: (event: ControlEvent) => void): RunStep {
  return async (title, work) => {
    send({ kind: "begun", title });
    const result = await work((progress) => send({ kind: "progress", progress }));
    send({ kind: "ended" });
    return result;
  };
}

async function isListening(path: string): Promise<boolean> {
  const probe = connect(path);
  const isThere = await once(probe, "connect").then(
    () => true,
    () => false,
  );
  probe.destroy();
  return isThere;
}
