import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect } from "chai";
import { temporaryFolder } from "../api/apiFixture.ts";
import {
  expectOutput,
  folderFor,
  readConsoleBlocks,
  readTitledFiles,
  runBlock,
  runCommand,
  type Stop,
} from "../support/docCommands.ts";
import { namesOfCommandsHere, startNpmRunHere } from "../support/npmRunHere.ts";

const root = join(import.meta.dirname, "..", "..");

describe("commands in documents", () => {
  /** Returns a document of the given lines. */
  async function documentOf(...lines: string[]): Promise<string> {
    const path = join(await temporaryFolder(), "document.md");
    await writeFile(path, `${lines.join("\n")}\n`);
    return relative(root, path);
  }

  async function run(...lines: string[]) {
    return runWith({ GREETING: "good morning" }, ...lines);
  }

  async function runWith(env: Record<string, string>, ...lines: string[]) {
    const file = await documentOf(...lines);
    const context = { cwd: await folderFor(file), env };
    const stops: Stop[] = [];
    for (const block of readConsoleBlocks(file)) stops.push(await runBlock(block, context));
    return async () => {
      for (const stop of stops) await stop();
    };
  }

  async function failureOf(...lines: string[]): Promise<string> {
    return run(...lines).then(
      () => "none",
      (error: Error) => error.message,
    );
  }

  describe("in a correct session", () => {
    it("pass in lists and over several lines", async () => {
      await run(
        "```console",
        "$ echo $GREETING",
        "good morning",
        "$ echo one \\",
        ">   two",
        "one two",
        "```",
        "1. A step:",
        "   ```console status=3",
        "   $ echo oh >&2; exit 3",
        "   oh",
        "   ```",
      );
    });

    it("run in a folder with the files that the document shows", async () => {
      const lines = [
        '```json title="a.json"',
        "{}",
        "```",
        "```console",
        "$ cat a.json",
        "{}",
        "```",
      ];
      await run(...lines);
      expect(readTitledFiles(await documentOf(...lines))).to.deep.equal([
        { name: "a.json", content: "{}\n" },
      ]);
    });

    it("run scripts of package.json in that folder", async () => {
      await run("```console", "$ npm run phases -- --help", "Usage: npm run phases …", "…", "```");
    });

    it("run a script of package.json in the test's process on request", async () => {
      const lines = [
        "```console",
        "$ npm run --silent mint -- inspect 'it is no.json' 2> 'what it said' || echo $?; cat what*",
        "1",
        "it is no.json cannot be read (ENOENT). …",
        "$ CHAIN_ID=one npm run phases -- show | cat",
        "…",
        "CHAIN_ID must be …",
        "…",
        "$ npm run explain -- 0xfb5f8423 | head -n 1",
        "0xfb5f8423  …",
        "$ npm --version",
        "….….…",
        "```",
      ];
      const npm = await startNpmRunHere();
      try {
        await runWith(npm.env, ...lines);
      } finally {
        await npm.close();
      }
    });

    it("use the same files for such scripts as package.json", async () => {
      const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
      for (const name of namesOfCommandsHere) {
        const file = `scripts/${name === "world" ? "world" : "cli"}/${name}.ts`;
        // V8's options do not change what the command does.
        expect(scripts[name].replaceAll(/ --max-\S+/g, "")).to.equal(`node ${file}`);
        const started = await readFile(join(root, file), "utf8");
        const command = `run${name[0]?.toUpperCase()}${name.slice(1)}`;
        expect(started).to.contain(`process.exitCode = await ${command}(process.argv.slice(2), `);
      }
    });

    it("wait until a long-running command is ready, and end it with all its children", async () => {
      const stop = await run("```console running", "$ echo up; sleep 600 & wait", "up", "```");
      await stop();
    });
  });

  describe("in a wrong session", () => {
    it("report the command, its place and the missing line", async () => {
      const failure = await failureOf("", "```console", "$ echo hello", "good bye", "```");
      expect(failure).to.match(
        /document\.md:3: “echo hello” does not print “good bye” there:\nhello/,
      );
    });

    it("fail for additional output", async () => {
      const lines = ["```console", "$ echo one; echo two", "one", "```"];
      expect(await failureOf(...lines)).to.contain("prints more than the document shows");
    });

    it("fail for another exit status", async () => {
      expect(await failureOf("```console", "$ exit 2", "```")).to.contain("ends with 2, not 0");
      expect(await failureOf("```console status=1", "$ true", "```")).to.contain(
        "ends with 0, not 1",
      );
    });

    it("fail for a long-running command that ends", async () => {
      const lines = ["```console running", "$ echo down", "up", "```"];
      expect(await failureOf(...lines)).to.contain("does not print “up” there");
    });
  });

  describe("with … in the expected output", () => {
    const fits = (actual: string, expected: string) => {
      try {
        expectOutput(actual, expected);
        return true;
      } catch {
        return false;
      }
    };

    it("accept any text within a line", () => {
      expect(fits("at 0x12 (block 7)", "at 0x… (block …)")).to.equal(true);
      expect(fits("at 12 (block 7)", "at 0x… (block …)")).to.equal(false);
      expect(fits("1+1 = 2.", "1+1 = ….")).to.equal(true);
      expect(fits("one\ntwo", "on…wo")).to.equal(false);
    });

    it("accept any number of lines for a line with … only", () => {
      expect(fits("a\nb\nc\nb\nd", "a\n…\nb\nd")).to.equal(true);
      expect(fits("a\nd", "a\n…\nd\n…")).to.equal(true);
      expect(fits("a\nb\nc", "a\n…\nd")).to.equal(false);
      expect(fits("a\nb\nc\ne", "…\nb\nd\n…\ne")).to.equal(false);
    });

    it("ignore trailing spaces", () => {
      expect(fits("\n  a  \n\n", "  a\n")).to.equal(true);
      expect(fits("a", "  a")).to.equal(false);
    });
  });

  it("run without colours and prompts", async () => {
    const context = { cwd: await temporaryFolder(), env: {} };
    const { output } = await runCommand("echo $NO_COLOR; read -r line || echo nobody", context);
    expect(output).to.equal("1\nnobody\n");
  });
});
