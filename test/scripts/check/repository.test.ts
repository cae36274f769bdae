import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import hre from "hardhat";

const root = join(import.meta.dirname, "../../..");

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

async function readManifest(): Promise<Manifest> {
  // Safety: npm could not run this test with a different manifest shape.
  return JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
}

describe("repository", () => {
  it("[D1] has the required folders at the top level", async () => {
    const { stdout } = await promisify(execFile)("git", ["ls-files"], { cwd: root });
    const top = new Set(stdout.split("\n").map((file) => file.split("/")[0]));
    expect([...top]).to.include.members([
      "package.json",
      "hardhat.config.ts",
      "contracts",
      "scripts",
      "typechain-types",
      "web",
      "api",
      "test",
      "README.md",
    ]);
  });

  it("uses max and min for bounds, Error for errors, and response for server responses", async () => {
    const words = "(most|longest|largest|least|shortest|tell|ask|kept)[A-Z][A-Za-z]*";
    const pattern = `\\b(${words}|[a-z]+(Answers?|Question|Refusal))\\b`;
    const files = ["*.ts", "*.tsx", ":!typechain-types", ":!collection/art"];
    const found = await promisify(execFile)("git", ["grep", "-nE", pattern, "--", ...files], {
      cwd: root,
    }).catch((error: { code: number; stdout: string }) => error);
    // Git's exit status when nothing matches.
    expect(found).to.include({ code: 1, stdout: "" });
  });

  it("starts each test title with a verb, in at most 100 characters", async () => {
    const { stdout } = await promisify(execFile)("git", ["ls-files", "test/**/*.test.*"], {
      cwd: root,
    });
    // testRun.test.ts contains invented tests.
    const files = stdout.split("\n").filter((file) => file && !file.includes("testRun.test"));
    const titles = await Promise.all(
      files.map(async (file) => {
        const source = await readFile(join(root, file), "utf8");
        return [...source.matchAll(/\bit\(\s*(["`])((?:\\.|(?!\1)[^\\])*)\1/g)]
          .map(([, , title = ""]) => title.replaceAll(/\[[SD][\d.]+\]\s*/g, ""))
          .map((title) => ({ file, title }));
      }),
    );
    expect(titles.flat()).to.have.length.above(1_000);
    const wrong = titles.flat().filter(({ title }) => {
      // A table row fills in the verb of the title.
      const startsWithVerb = /^([a-z]+(-[a-z]+)?s|never [a-z]+s|\$\{.*)\b/.test(title);
      return title.replaceAll(/\$\{.*?\}/g, "").length > 100 || !startsWithVerb;
    });
    expect(wrong).to.deep.equal([]);
  });

  it("[D2] uses the required packages, each pinned", async () => {
    const { dependencies, devDependencies, optionalDependencies } = await readManifest();
    const pinned = { ...dependencies, ...devDependencies, ...optionalDependencies };
    expect(pinned).to.include.keys(
      "hardhat",
      "@nomicfoundation/hardhat-toolbox-mocha-ethers",
      "@openzeppelin/contracts",
      "ethers",
      "react",
      "react-dom",
      "react-router-dom",
      "wagmi",
      "viem",
      "express",
      "lowdb",
      "react-markdown",
      "rehype-sanitize",
      "mocha",
      "chai",
    );
    // The toolbox depends on typechain.
    expect(hre.config.typechain.outDir).to.equal("typechain-types");
    for (const [name, version] of Object.entries(pinned)) {
      expect(version, name).to.match(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it("documents the purpose of exactly the installed dependencies", async () => {
    const { dependencies, devDependencies, optionalDependencies } = await readManifest();
    const page = await readFile(join(root, "docs", "dependencies.md"), "utf8");
    const [lists = ""] = page.split("## Older versions on purpose");
    const listed = lists
      .match(/^\|(.*?)\|/gm)
      ?.flatMap((cell) => cell.match(/(?<=`)[^`]+(?=`)/g) ?? []);
    const named = listed?.filter((name) => name !== ", ");
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
    expect(named).to.have.members(Object.keys(all));
  });

  it("[D4] runs every test with one command, and compiles with the compiler from npm", async () => {
    const { scripts } = await readManifest();
    expect(scripts.test).to.equal("node scripts/bootstrap.mjs test/test.ts");
    const compilers = Object.values(hre.config.solidity.profiles).flatMap((profile) => [
      ...profile.compilers,
      ...Object.values(profile.overrides),
    ]);
    expect(compilers).not.to.be.empty;
    for (const { path } of compilers) {
      expect(path).to.equal(fileURLToPath(import.meta.resolve("solc/soljson.js")));
    }
  });
});
