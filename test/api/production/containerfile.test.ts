import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { expect } from "chai";
import { runtimeConfigMarker } from "#protocol/runtimeConfig";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { temporaryFolder } from "../apiFixture.ts";

const root = join(import.meta.dirname, "../../..");

interface Instruction {
  name: string;
  words: string[];
}

interface Stage {
  name: string | undefined;
  instructions: Instruction[];
}

describe("api/production/Containerfile", () => {
  let stages: Stage[];
  let last: Instruction[];
  before(async () => {
    stages = parse(await readFile(join(root, "api/production/Containerfile"), "utf8"));
    last = stages.at(-1)?.instructions ?? [];
  });

  const wordsOf = (name: string) =>
    last.filter((instruction) => instruction.name === name).map(({ words }) => words);
  const environment = () =>
    Object.fromEntries(
      wordsOf("ENV")
        .flat()
        .map((assignment) => assignment.split("=") as [string, string]),
    );

  it("copies only existing files and output of its own stages", () => {
    const names = stages.map(({ name }) => name);
    for (const { words } of stages.flatMap(({ instructions }) => instructions.filter(isCopy))) {
      const [first = "", ...sources] = words.slice(0, -1);
      if (first.startsWith("--from=")) expect(names).to.include(first.slice("--from=".length));
      else
        for (const source of [first, ...sources])
          expect(existsSync(join(root, source))).to.equal(true);
    }
  });

  it("uses one Debian image with Node 24 and does not run as root", () => {
    for (const { instructions } of stages) {
      const [from] = instructions;
      expect(from?.words[0]).to.match(/^docker\.io\/library\/node:24-\w+-slim$/);
    }
    expect(wordsOf("USER")).to.deep.equal([["node"]]);
  });

  it("contains everything to serve and moderate, listens on all interfaces, and passes its health check", async () => {
    const folder = await temporaryFolder();
    await layOut(folder, last);
    const port = await freePort();
    const given = {
      PORT: String(port),
      DATA_DIR: join(folder, "stories"),
      RPC_URL: "http://127.0.0.1:1",
    };
    const env = { PATH: process.env.PATH, ...environment(), ...given };
    expect(environment()).to.include({ HOST: "0.0.0.0", NODE_ENV: "production" });
    const service = start(wordsOf("CMD")[0] ?? [], folder, env);
    const ended = once(service, "exit");
    try {
      await isHeard(service, "is served at");
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: "text/html" } });
      expect(page.status).to.equal(200);
      expect(await page.text()).to.contain("Rendered by the server");
      expect((await fetch(`http://127.0.0.1:${port}/api/narrative`)).status).to.equal(200);
      expect((await fetch(`http://127.0.0.1:${port}/assets/app.js`)).status).to.equal(200);
      expect(await statusOf(healthCheck(), folder, env)).to.equal(0);
      for (const command of ["stories.ts hidden", "verify.ts --help"]) {
        const words = `node scripts/cli/${command}`.split(" ");
        expect(await statusOf(words, folder, env), command).to.equal(0);
      }
    } finally {
      service.kill("SIGTERM");
      expect(await ended).to.deep.equal([0, null]);
    }
    expect(await statusOf(healthCheck(), folder, env)).to.equal(1);
  });

  const healthCheck = () => {
    const [words = []] = wordsOf("HEALTHCHECK");
    return words.slice(words.indexOf("CMD") + 1);
  };
});

/** Copies what the last stage copies; packages are those of a production installation. */
async function layOut(folder: string, instructions: readonly Instruction[]): Promise<void> {
  for (const { words } of instructions.filter(isCopy)) {
    const [first = "", ...rest] = words;
    const target = words.at(-1) ?? "";
    if (target === "node_modules") await linkPackages(folder);
    else if (target === "web/dist") await layOutPage(join(folder, target));
    else if (target === "web/dist-server") await layOutRenderer(join(folder, target));
    else if (first.startsWith("--from="))
      throw new Error(`The test has no substitute for ${target}.`);
    else {
      for (const source of [first, ...rest.slice(0, -1)]) {
        const place = target.endsWith("/") ? join(target, basename(source)) : target;
        await cp(join(root, source), join(folder, place), { recursive: true });
      }
    }
  }
}

async function layOutPage(folder: string): Promise<void> {
  await mkdir(join(folder, "assets"), { recursive: true });
  const script = '<script src="/assets/app.js"></script>';
  const page = `<!doctype html>${runtimeConfigMarker}${script}<!--page--><!--/page-->`;
  await writeFile(join(folder, "index.html"), page);
  await writeFile(join(folder, "assets/app.js"), "export {};");
}

async function layOutRenderer(folder: string): Promise<void> {
  const page = { markup: "Rendered by the server", data: "{}", files: { styles: [], modules: [] } };
  const code = `export const builtFor = "assets/app.js";
    export const renderPage = async () => (${JSON.stringify(page)});`;
  await mkdir(folder);
  await writeFile(join(folder, "renderPage.js"), code);
}

/** Links the packages that `npm ci --omit=dev` installs, and no others. */
async function linkPackages(folder: string): Promise<void> {
  // Safety: npm writes this file.
  const lock = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as Lock;
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    const isOutermost = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
    if (!isOutermost || dev || !existsSync(join(root, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(root, path), join(folder, path));
  }
}

interface Lock {
  packages: Record<string, { dev?: boolean }>;
}

/** Starts a command. Symbolic links are not resolved, so that packages cannot import development packages. */
function start(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const [program, ...args] = command;
  expect(program).to.equal("node");
  const keepLinks = ["--preserve-symlinks", "--preserve-symlinks-main"];
  return spawn(process.execPath, [...keepLinks, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits until a process prints `words`; fails with its output if it ends before. */
async function isHeard(child: ChildProcess, words: string): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk) => {
        said += chunk;
        if (said.includes(words)) resolve();
      });
    }
    child.once("close", () => reject(new Error(`The process ended with this output:\n${said}`)));
  });
}

async function statusOf(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = start(command, cwd, env);
  child.stdout?.resume();
  child.stderr?.resume();
  const [status] = await once(child, "exit");
  return status;
}

function isCopy({ name }: Instruction): boolean {
  return name === "COPY";
}

/** Parses stages and their instructions, one per line; lists in brackets are JSON. */
function parse(containerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of containerfile.split("\n")) {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === "") continue;
    const words = wordsIn(rest);
    if (name === "FROM") stages.push({ name: words[2], instructions: [] });
    stages.at(-1)?.instructions.push({ name, words });
  }
  return stages;
}

function wordsIn(rest: string): string[] {
  const [, before = "", list] = /^([^[]*)(\[.*\])?$/.exec(rest) ?? [];
  const words = before.split(" ").filter((word) => word !== "");
  // Safety: the exec form of an instruction is a JSON array of strings.
  return list === undefined ? words : [...words, ...(JSON.parse(list) as string[])];
}
