import { expect } from "chai";
import { pairwise } from "../../scripts/lab/soak/pairwise.ts";
import type { Part } from "../../scripts/lab/soak/parts.ts";
import { helpOn, readSoakOptions, runSoak } from "../../scripts/lab/soak/runSoak.ts";
import { runScript } from "../support/runScript.ts";

function part(name: string, run: Part["run"] = async () => true): Part {
  return { name, about: `searches by ${name}`, minutes: 5, run };
}

const parts = [part("fuzz"), part("crash")];

/** Runs the parts and returns the whole output. */
async function soak(parts: readonly Part[], ending = new AbortController().signal) {
  const lines: string[] = [];
  const hasPassed = await runSoak({ parts, seed: 7 }, ending, (line) => lines.push(line));
  return { hasPassed, printed: lines.join("\n") };
}

describe("npm run soak", () => {
  it("lists each part with its duration, and refuses unknown options", async () => {
    const help = await runScript("scripts/lab/soak.ts", ["--help"], { cwd: ".", environment: {} });
    expect(help).to.include({ status: 0, stderr: "" });
    for (const name of ["fuzz", "crash", "faults", "model", "hostile", "worlds"]) {
      expect(help.stdout).to.match(new RegExp(`^ {2}${name} .*: \\d+ min$`, "m"));
    }
    const refused = await runScript("scripts/lab/soak.ts", ["fuss"], { cwd: ".", environment: {} });
    expect(refused).to.include({ status: 2, stdout: "" });
    expect(refused.stderr).to.include('There is no part "fuss". Choose from: fuzz, crash');
  });

  it("describes each part in its help", () => {
    expect(helpOn(parts)).to.include(
      "  fuzz   searches by fuzz: 5 min\n  crash  searches by crash",
    );
  });

  it("runs the named parts, or all without a name", () => {
    const chosen = (...args: string[]) =>
      readSoakOptions({}, args, parts).parts.map(({ name }) => name);
    expect(chosen()).to.deep.equal(["fuzz", "crash"]);
    expect(chosen("crash")).to.deep.equal(["crash"]);
  });

  it("accepts a seed, and refuses an invalid one", () => {
    expect(readSoakOptions({ seed: "7" }, [], parts).seed).to.equal(7);
    for (const seed of ["-1", "1.5", "x", "", "2147483648"]) {
      expect(() => readSoakOptions({ seed }, [], parts), seed).to.throw("--seed takes");
    }
  });

  it("runs every part even if one fails, and prints the command that repeats the failed one", async () => {
    const ran: number[] = [];
    const { hasPassed, printed } = await soak([
      part("fuzz", async ({ seed }) => ran.push(seed) === 0),
      part("crash", async ({ seed }) => ran.push(seed) > 0),
    ]);
    expect(ran).to.deep.equal([7, 7]);
    expect(hasPassed).to.equal(false);
    expect(printed).to.match(/✘ fuzz, 0\.0 min\n {2}npm run soak -- fuzz --seed 7\n✔ crash/);
    expect((await soak(parts)).hasPassed).to.equal(true);
  });

  it("reports an error thrown by a part as its failure", async () => {
    const { hasPassed, printed } = await soak([
      part("crash", () => Promise.reject(new Error("The service does not start."))),
    ]);
    expect(hasPassed).to.equal(false);
    expect(printed).to.include("The service does not start.");
  });

  it("starts no further part after an interruption", async () => {
    const ending = new AbortController();
    const first = part("fuzz", async () => {
      ending.abort();
      return true;
    });
    const second = part("crash", () => expect.fail("It began."));
    const { hasPassed, printed } = await soak([first, second], ending.signal);
    expect(hasPassed).to.equal(false);
    expect(printed).to.include("Ended early.").and.not.include("✘");
  });

  it("switches from each world to each other one", () => {
    const worlds = ["a", "b", "c", "d"];
    const walk = pairwise(worlds);
    const changes = new Set(walk.slice(1).map((to, index) => `${walk[index]} → ${to}`));
    for (const from of worlds) {
      for (const to of worlds.filter((world) => world !== from)) {
        expect([...changes]).to.include(`${from} → ${to}`);
      }
    }
  });
});
