import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findProgram } from "../../../../scripts/lab/service/findProgram.ts";
import { clickActions, type Engine, pressActions, typeActions } from "./engine.ts";

/** Firefox from `FIREFOX_PATH` or an installed one, through its own WebDriver BiDi. */
export const firefox: Engine = {
  name: "Firefox",
  async launch() {
    const { FIREFOX_PATH } = process.env;
    const program = findProgram(...(FIREFOX_PATH ? [FIREFOX_PATH] : programNames));
    if (program === undefined) return { missing: "Install firefox-esr, or set FIREFOX_PATH." };
    const folder = await mkdtemp(join(tmpdir(), "journeys-firefox-"));
    const args = ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0"];
    const browser = spawn(program, args, {
      // Firefox rejects a home that belongs to another user.
      env: { ...process.env, HOME: folder },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const exit = once(browser, "exit");
    // If this process ends early, Firefox does too.
    process.once("exit", () => browser.kill());
    const session = await connect(`${await address(browser.stderr)}/session`);
    await session.send("session.new", { capabilities: {} });
    const { contexts } = await session.send<Tree>("browsingContext.getTree", {});
    const [{ context }] = contexts;
    const perform = (actions: object) => session.send("input.performActions", { context, actions });
    const history = (delta: number) =>
      session.send("browsingContext.traverseHistory", { context, delta });
    await session.send("browsingContext.setViewport", {
      context,
      viewport: { width: 1_280, height: 800 },
    });
    return {
      async open(url) {
        await session.send("browsingContext.navigate", { context, url, wait: "complete" });
      },
      async go(where) {
        if (where === "reload")
          await session.send("browsingContext.reload", { context, wait: "complete" });
        else await history(where === "back" ? -1 : 1);
      },
      async evaluate(work, ...args) {
        const { result, exceptionDetails } = await session.send<Called>("script.callFunction", {
          functionDeclaration: `async () => JSON.stringify([await (${work})(...${JSON.stringify(args)})])`,
          awaitPromise: true,
          target: { context },
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return JSON.parse(result.value)[0];
      },
      async click(x, y) {
        await perform(clickActions(x, y));
      },
      async type(text) {
        await perform(typeActions(text));
      },
      async press(key, ...modifiers) {
        await perform(pressActions(key, modifiers));
      },
      async close() {
        session.close();
        browser.kill();
        await exit;
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      },
    };
  },
};

const programNames = ["firefox-esr", "firefox"];

/** Reads the URL of Firefox's WebDriver from its output. */
async function address(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    const found = line.match(/WebDriver BiDi listening on (ws:\S+)/)?.[1];
    // Keeps reading, because a full pipe would block Firefox.
    output.resume();
    if (found) return found;
    lines.push(line);
  }
  throw new Error(`Firefox did not start.\n${lines.join("\n")}`);
}

/** Connects to WebDriver BiDi. @see https://www.w3.org/TR/webdriver-bidi/ */
async function connect(url: string) {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const waiting = new Map<number, (message: Response) => void>();
  socket.addEventListener("message", ({ data }) => {
    const message: Response = JSON.parse(data);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let sent = 0;
  return {
    /** Sends a command and returns its result, which the standard defines. */
    async send<Result = unknown>(method: string, params: object): Promise<Result> {
      sent += 1;
      const id = sent;
      const response = new Promise<Response>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { result, error, message } = await response;
      if (error) throw new Error(`${method}: ${message}`);
      // Safety: the standard defines each command's result.
      return result as Result;
    },
    close: () => socket.close(),
  };
}

/** Result of `browsingContext.getTree`. */
interface Tree {
  contexts: [{ context: string }];
}

/** Result of `script.callFunction` with a function that returns a string. */
interface Called {
  result: { value: string };
  exceptionDetails?: { text: string };
}

interface Response {
  id: number;
  result?: unknown;
  error?: string;
  message?: string;
}
