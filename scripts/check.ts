// npm run check: everything that can be told about the code without running it.
import { spawn } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const generated = "typechain-types";

// The compiler goes first: the others read what it generates.
const results = [await timed("generated files", generatedFilesAreFresh)];
results.push(
  ...(await Promise.all([
    timed("types", () => all(...["api/protocol", ".", "web", "test"].map(tsc))),
    timed("lint and format", () => run("biome", "check", "--error-on-warnings", ".")),
    timed("unused code", () => run("knip")),
  ])),
);

if (results.includes(false)) {
  console.error("\nSome checks failed. `npm run fix` mends format and simple lint by itself.");
  process.exitCode = 1;
}

/** Runs one check and prints its line. A check returns what is wrong, or nothing. */
async function timed(title: string, check: () => Promise<string | undefined>): Promise<boolean> {
  const started = performance.now();
  const complaint = await check();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${complaint === undefined ? "✔" : "✘"} ${title} (${seconds} s)`);
  if (complaint !== undefined) console.error(complaint);
  return complaint === undefined;
}

/**
 * Builds the contracts anew, all together, as a new clone does: what is compiled alone, after a change, is
 * told of other imports, and so bears another fingerprint. Compares what TypeScript is told of them with what stood there. */
async function generatedFilesAreFresh(): Promise<string | undefined> {
  const before = await readTree(generated);
  await rm(generated, { recursive: true, force: true });
  const complaint = await run("hardhat", "build", "--force");
  if (complaint !== undefined) {
    await writeTree(before);
    return complaint;
  }
  const after = await readTree(generated);
  const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
    (file) => before.get(file) !== after.get(file),
  );
  if (stale.length === 0) return undefined;
  return `${stale.join("\n")}\nwere not what the contracts generate. They are now: look at the change and commit it.`;
}

async function readTree(directory: string): Promise<Map<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path, await readFile(path, "utf8")] as const;
      }),
    ),
  );
}

async function writeTree(files: Map<string, string>): Promise<void> {
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

function tsc(project: string): Promise<string | undefined> {
  return run("tsc", "--noEmit", "--project", project);
}

async function all(...checks: Promise<string | undefined>[]): Promise<string | undefined> {
  const complaints = (await Promise.all(checks)).filter((complaint) => complaint !== undefined);
  return complaints.length === 0 ? undefined : complaints.join("\n");
}

/** Runs a command of node_modules/.bin and returns its output if it fails. */
function run(command: string, ...args: string[]): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve(status === 0 ? undefined : output.trimEnd()));
  });
}
