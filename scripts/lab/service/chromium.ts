import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Chromium without a window system: about half the cost per page of a full browser. */
const shellNames = ["chromium-headless-shell", "chrome-headless-shell"];
const browserNames = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const wellKnownPaths = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Name of this machine that is not a secure context, like any plain-HTTP host of a local network. */
export const lanHost = "site.lan";

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
      // A test's page lives for seconds: optimizing its scripts costs more than it saves.
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

/** Returns `CHROMIUM_PATH`, an installed Chromium or Chrome, or else the packaged one, which runs on Linux. */
async function findChromium(kind: "shell" | "browser"): Promise<string> {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const names = kind === "shell" ? [...shellNames, ...browserNames] : browserNames;
  const onPath = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  for (const candidate of [...onPath, ...wellKnownPaths]) {
    if (await isExecutable(candidate)) return candidate;
  }
  if (process.platform !== "linux") {
    throw new Error("Chrome is not installed: install it, or set CHROMIUM_PATH to a Chromium.");
  }
  const { default: packaged } = await import("@sparticuz/chromium");
  return packaged.executablePath();
}

function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
