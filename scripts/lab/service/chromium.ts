import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { chromiums } from "../../shared/cacheFolders.ts";

/** Host name for this machine that is not a secure context, like any plain-HTTP host on a local network. */
export const lanHost = "site.lan";

/** `HEADED=1` shows the browser window and slows the tests down. */
const isSeen = process.env.HEADED === "1";

/**
 * Starts Chromium without access to the internet. Close it in an `after` hook.
 *
 * @param flags further command-line flags.
 */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(isSeen && { headless: false, slowMo: 250 }),
    ...(await findChromium()),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      ...flags,
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--host-resolver-rules=MAP ${lanHost} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
    ],
  });
}

/**
 * Returns the browser at `CHROMIUM_PATH`, or else the browser pinned by the lock file, regardless of installed
 * browsers. On Linux x64, this is the packaged Chromium; elsewhere, the Chrome that the installer downloads.
 */
async function findChromium(): Promise<LaunchOptions> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  if (process.platform === "linux" && process.arch === "x64") {
    if (!isSeen) return unpackChromium();
    throw new Error(
      "HEADED=1 requires a Chromium with a display: set CHROMIUM_PATH to its binary.",
    );
  }
  if (process.platform !== "linux") return { channel: "chrome" };
  throw new Error(
    "There is no packaged Chromium for this machine: set CHROMIUM_PATH to an installed one.",
  );
}

/** Unpacks the packaged Chromium with its libraries and fonts, once, and returns how to start it. */
async function unpackChromium(): Promise<LaunchOptions> {
  const root = join(dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "..");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const folder = join(chromiums, version);
  if (!existsSync(folder)) {
    await mkdir(chromiums, { recursive: true });
    const unpacked = await mkdtemp(`${folder}-`);
    // The package unpacks to TMPDIR, and unpacks its libraries only on AWS Lambda.
    const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
    const code = `import chromium from "@sparticuz/chromium"; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: root,
      env,
    });
    await writeFile(join(unpacked, "fonts/fonts.conf"), fontsConfiguration);
    // Another process may have unpacked Chromium in the meantime.
    await rename(unpacked, folder).catch(() => rm(unpacked, { recursive: true }));
  }
  const libraries = [join(folder, "al2023/lib"), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return {
    executablePath: join(folder, "chromium"),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: libraries.join(delimiter),
      FONTCONFIG_FILE: join(folder, "fonts/fonts.conf"),
    },
  };
}

/** Uses only its own fonts, so that texts have the same width on every machine. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;
