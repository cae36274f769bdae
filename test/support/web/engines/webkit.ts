import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findProgram } from "../../../../scripts/lab/service/findProgram.ts";
import { freePort } from "../../../../scripts/shared/freePort.ts";
import { until } from "../../until.ts";
import { clickActions, type Engine, pressActions, typeActions } from "./engine.ts";

/** An installed WebKitGTK, Safari's engine, through WebDriver, in a virtual display. */
export const webkit: Engine = {
  name: "WebKit",
  async launch() {
    const driverProgram = findProgram("WebKitWebDriver");
    const displayProgram = findProgram("Xvfb");
    const binary = findProgram(
      ...["x86_64", "aarch64"].flatMap((machine) =>
        ["4.1", "6.0"].map(
          (version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`,
        ),
      ),
    );
    if (!driverProgram || !displayProgram || !binary) {
      return { missing: "Install webkit2gtk-driver and xvfb." };
    }
    const folder = await mkdtemp(join(tmpdir(), "journeys-webkit-"));
    await mkdir(join(folder, "gtk-3.0"));
    await writeFile(join(folder, "gtk-3.0/gtk.css"), smallToolbar);
    // The display server writes its number to descriptor 3.
    const display = spawn(displayProgram, ["-displayfd", "3", "-screen", "0", "1400x1000x24"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    const [number] = await once(
      createInterface({ input: display.stdio[3] as NodeJS.ReadableStream }),
      "line",
    );
    const port = await freePort();
    const driver = spawn(driverProgram, [`--port=${port}`, "--host=127.0.0.1"], {
      env: {
        ...process.env,
        DISPLAY: `:${number}`,
        HOME: folder,
        XDG_CONFIG_HOME: folder,
        XDG_CACHE_HOME: join(folder, "cache"),
        XDG_DATA_HOME: join(folder, "data"),
        WEBKIT_DISABLE_DMABUF_RENDERER: "1",
        // WebKit's sandbox does not start as root.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      },
      stdio: "ignore",
    });
    const exits = [once(driver, "exit"), once(display, "exit")];
    // Stops the browser and the display if this process ends early.
    const end = () => {
      driver.kill();
      display.kill();
    };
    process.once("exit", end);
    const base = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const browserOptions = { binary, args: ["--automation"] };
    const { sessionId } = await send<{ sessionId: string }>(base, "POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": browserOptions } },
    });
    const session = `${base}/session/${sessionId}`;
    const post = <Value = void>(path: string, body: object = {}) =>
      send<Value>(session, "POST", path, body);
    await post("/timeouts", { script: 300_000, pageLoad: 300_000 });
    await post("/window/rect", { x: 0, y: 0, width: 1_280, height: 900 });
    return {
      open: (url) => post("/url", { url }),
      go: (where) => post(where === "reload" ? "/refresh" : `/${where}`),
      async evaluate(work, ...args) {
        const body = { script: asyncScript(work), args };
        const { value, error } = await post<Outcome>("/execute/async", body);
        if (error) throw new Error(error);
        return value;
      },
      click: (x, y) => post("/actions", { actions: clickActions(x, y) }),
      type: (text) => post("/actions", { actions: typeActions(text) }),
      press: (key, ...modifiers) => post("/actions", { actions: pressActions(key, modifiers) }),
      async close() {
        await send(session, "DELETE", "").catch(() => undefined);
        end();
        await Promise.all(exits);
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      },
    };
  },
};

/** Result of `asyncScript`. */
interface Outcome {
  value: never;
  error?: string;
}

/** Style that lets the window be as narrow as a phone. */
const smallToolbar = "button, entry, headerbar * { min-width: 0; padding: 0; }";

/** Returns the body of a script that passes its result to WebDriver's callback. */
function asyncScript(work: unknown): string {
  return `const args = [...arguments], done = args.pop();
    (async () => (${work})(...args))().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
}

/** Sends a command of WebDriver and returns its value. @see https://www.w3.org/TR/webdriver2/ */
async function send<Value>(
  base: string,
  method: "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Value> {
  const response = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  // Safety: WebDriver's envelope; the standard defines each command's value.
  const { value } = (await response.json()) as { value: Value & { message: string } };
  if (!response.ok) throw new Error(`${path}: ${value.message}`);
  return value;
}
