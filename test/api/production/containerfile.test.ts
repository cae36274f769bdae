import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { inSoak } from "../../support/search.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { copyBuild, isHeard, start, statusOf } from "./standalone.ts";

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

  it("copies only existing files and output from its own stages", () => {
    const names = stages.map(({ name }) => name);
    for (const { words } of stages.flatMap(({ instructions }) => instructions.filter(isCopy))) {
      const [first = "", ...sources] = words.slice(0, -1);
      if (first.startsWith("--from=")) expect(names).to.include(first.slice("--from=".length));
      else
        for (const source of [first, ...sources])
          expect(existsSync(join(root, source))).to.equal(true);
    }
  });

  it("copies every folder that the build imports by an alias", async () => {
    const { imports } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    const aliased = Object.values<string>(imports).map((target) => target.split("/")[1]);
    const copied = stages.flatMap(({ instructions }) => instructions.filter(isCopy));
    expect(copied.map(({ words: [first] }) => first)).to.include.members(aliased);
  });

  it("takes Node 24 from an image of the same Debian release, and does not run as root", () => {
    const images = stages.map(({ instructions: [from] }) => from?.words[0]);
    expect(images).to.deep.equal([
      "docker.io/library/node:24-trixie-slim",
      "docker.io/library/debian:trixie-slim",
    ]);
    expect(wordsOf("USER")).to.deep.equal([["1000:1000"]]);
  });

  it("contains only the build and Node, and writes only to the data volume", () => {
    const copied = last.filter(isCopy).map(({ words }) => words);
    expect(copied).to.deep.equal([
      ["--from=build", "/usr/local/bin/node", "/usr/local/bin/node"],
      ["--from=build", "/srv/site/dist", "./"],
    ]);
    expect(wordsOf("VOLUME")).to.deep.equal([[environment().DATA_DIR]]);
  });

  inSoak.it(
    "contains everything to serve and moderate, listens on all interfaces, and passes its health check",
    async () => {
      // The build may have to run first.
      const folder = await copyBuild();
      const port = await freePort();
      const given = {
        PORT: String(port),
        DATA_DIR: await temporaryFolder(),
        RPC_URL: "http://127.0.0.1:1",
      };
      const env = { ...environment(), ...given };
      expect(environment()).to.include({ HOST: "0.0.0.0", NODE_ENV: "production" });
      const service = start(wordsOf("CMD")[0] ?? [], folder, env);
      const ended = once(service, "exit");
      try {
        await isHeard(service, "is served at");
        expect(statusOf(healthCheck(), folder, env)).to.equal(0);
        for (const command of ["stories.js hidden", "verify.js --help"]) {
          expect(statusOf(["node", ...command.split(" ")], folder, env), command).to.equal(0);
        }
      } finally {
        service.kill("SIGTERM");
        expect(await ended).to.deep.equal([0, null]);
      }
      expect(statusOf(healthCheck(), folder, env)).to.equal(1);
    },
  );

  const healthCheck = () => {
    const [words = []] = wordsOf("HEALTHCHECK");
    return words.slice(words.indexOf("CMD") + 1);
  };
});

function isCopy({ name }: Instruction): boolean {
  return name === "COPY";
}

/** Parses stages and their instructions, one per line; lists in brackets are JSON. */
function parse(containerfile: string): Stage[] {
  const stages: Stage[] = [];
  for (const line of containerfile.split("\n")) {
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === "") continue;
    const words = findWords(rest);
    if (name === "FROM") stages.push({ name: words[2], instructions: [] });
    stages.at(-1)?.instructions.push({ name, words });
  }
  return stages;
}

function findWords(rest: string): string[] {
  const [, before = "", list] = /^([^[]*)(\[.*\])?$/.exec(rest) ?? [];
  const words = before.split(" ").filter((word) => word !== "");
  // Safety: the exec form of an instruction is a JSON array of strings.
  return list === undefined ? words : [...words, ...(JSON.parse(list) as string[])];
}
