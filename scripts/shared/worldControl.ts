import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** Folder of the local world, in the working directory. */
export const worldDirectory = ".world";

const addressSchema = z.templateLiteral(["0x", z.string()]);

/** A command's request to the world running in the same working tree. */
const requestSchema = z.discriminatedUnion("command", [
  z.object({ command: z.literal("reset") }),
  z.object({ command: z.literal("save"), name: z.string() }),
  z.object({ command: z.literal("load"), name: z.string() }),
  z.object({ command: z.literal("open"), name: z.string() }),
  z.object({
    command: z.literal("fork"),
    rpcUrl: z.string(),
    blockNumber: z.int().optional(),
    contract: addressSchema.optional(),
    /** Origin of the live service. */
    stories: z.string().optional(),
    /** Gateway for portraits on IPFS. */
    gateway: z.string().optional(),
    /** Whether the last build's code replaces the live contract's. */
    replacesCode: z.boolean(),
  }),
  /** A control of the chain, such as `time +1d`. */
  z.object({ command: z.literal("chain"), positionals: z.array(z.string()) }),
  z.object({ command: z.literal("url"), of: z.enum(["chain", "service"]) }),
]);
export type ControlRequest = z.infer<typeof requestSchema>;
export type ForkRequest = Extract<ControlRequest, { command: "fork" }>;

/** The server's response, one line of JSON. */
const responseSchema = z.object({ isDone: z.boolean(), text: z.string() });
type ControlResponse = z.infer<typeof responseSchema>;

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

/** Returns the URL of the chain or the service of the `npm start` in this folder; undefined if none runs. */
export function runningUrl(of: "chain" | "service"): Promise<string | undefined> {
  return sendControl(worldDirectory, { command: "url", of }).catch(() => undefined);
}

/**
 * Sends a command to the world that runs in `directory`.
 *
 * @returns the message to print. @throws {Error} if no world is running, or, with the world's
 * message, if the request fails.
 */
export async function sendControl(directory: string, request: ControlRequest): Promise<string> {
  const socket = connect(socketPath(directory));
  try {
    await once(socket, "connect").catch(() => {
      throw new Error("No world is running here. Start one in another terminal: npm start");
    });
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await text(socket).catch(() => "");
    if (line === "") {
      throw new Error("The world stopped before the command finished. Start it again: npm start");
    }
    const response = responseSchema.parse(JSON.parse(line));
    if (response.isDone) return response.text;
    throw new Error(response.text);
  } finally {
    socket.destroy();
  }
}

/** Carries out a request and returns a message to print. */
export type RunCommand = (request: ControlRequest) => Promise<string>;

/**
 * Listens for commands to the world in `directory`, only from the same user.
 *
 * @returns the function that stops listening. @throws {Error} if another process is already listening.
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

/** @throws {Error} if another process is running the world in `directory`. */
export async function assertNoOtherWorld(directory: string): Promise<void> {
  if (!(await isListening(socketPath(directory)))) return;
  throw new Error(`Another npm start is running the world in ${directory}. Stop it first.`);
}

async function respond(caller: Socket, runCommand: RunCommand): Promise<void> {
  const send = (response: ControlResponse) => {
    if (caller.writable) caller.end(JSON.stringify(response));
  };
  for await (const line of createInterface({ input: caller })) {
    try {
      send({ isDone: true, text: await runCommand(readRequest(line)) });
    } catch (error) {
      send({ isDone: false, text: error instanceof Error ? error.message : String(error) });
    }
    return;
  }
}

/** @throws {Error} if the client's version uses different requests. */
function readRequest(line: string): ControlRequest {
  const { data } = requestSchema.safeParse(JSON.parse(line));
  if (data !== undefined) return data;
  throw new Error("The running npm start is a different version without this command. Restart it.");
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
