import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { access, copyFile, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";

const root = join(import.meta.dirname, "../../..");
/** Chromium without a window system: about half the cost per page of a full browser. */
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const browserNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const wellKnownPlaces = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Name of this machine that is not a secure context, like any plain-HTTP host of a local network. */
export const lanHost = "drifters.lan";

/** `HEADED=1` shows the browser window and slows the tests down. */
const isSeen = process.env.HEADED === "1";

/**
 * Starts headless Chromium without access to the internet. Close it in an `after` hook. `browser` is the full program;
 * `shell` is the cheaper headless shell, if installed.
 */
export async function launchChromium(kind: "shell" | "browser" = "shell"): Promise<Browser> {
  return chromium.launch({
    ...(isSeen && { headless: false, slowMo: 250 }),
    executablePath: await findChromium(isSeen ? "browser" : kind),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // A test's page lives for seconds: optimising its scripts costs more than it saves.
      ...(kind === "shell" ? ["--js-flags=--no-opt,--no-maglev"] : []),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP ${lanHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  });
}

/** Returns `CHROMIUM_PATH`, an installed Chromium or Chrome, or else one from npm. */
async function findChromium(kind: "shell" | "browser"): Promise<string> {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const names = kind === "shell" ? [...shellNames, ...browserNames] : browserNames;
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  for (const candidate of [...onPath, ...wellKnownPlaces]) {
    if (await isExecutable(candidate)) return candidate;
  }
  return fetchFallback();
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Installs @sparticuz/chromium (67 MB), which only browser tests need. */
async function fetchFallback(): Promise<string> {
  const source = join(import.meta.dirname, "fallbackChromium");
  const target = join(root, "node_modules", ".cache", "fallback-chromium");
  await mkdir(target, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) {
    await copyFile(join(source, file), join(target, file));
  }
  const module = join(target, "node_modules/@sparticuz/chromium/build/index.js");
  if (!existsSync(module)) {
    console.log("No Chromium or Chrome found; fetching one from npm (67 MB, once) …");
    const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
      cwd: target,
      stdio: "inherit",
    });
    if (status !== 0) {
      throw new Error(
        "The browser tests need Chromium. Install it, or set CHROMIUM_PATH to the program.",
      );
    }
  }
  const { default: fallback } = await import(pathToFileURL(module).href);
  return fallback.executablePath();
}
