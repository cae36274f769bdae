// npm run figures: runs the benches and the crash test, and pastes what they print into docs/figures.md.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { promisify, stripVTControlCharacters } from "node:util";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { showStep as step } from "../shared/commandLine/step.ts";
import { unknownName } from "../shared/commandLine/usageError.ts";

const run = promisify(execFile);
const page = "docs/figures.md";

/**
 * Sections in docs/figures.md: the command, and the first words of the report blocks to include; all blocks by default.
 */
const sections: Readonly<Record<string, { command: string; blocks?: readonly string[] }>> = {
  gas: {
    command: "bench:gas",
    blocks: ["FringeMint   ", "transferFrom to a fresh holder", "Largest difference"],
  },
  api: { command: "bench:api" },
  growth: { command: "bench:growth" },
  web: { command: "bench:web" },
  crash: { command: "crash" },
};

const help = `Usage: npm run figures [-- SECTION…]

Runs npm run bench:gas, bench:api, bench:growth, bench:web and crash in turn, or those of some sections (gas, api,
growth, web, crash), and pastes their reports into docs/figures.md. A section whose command fails is unchanged. The
machine should be idle. Takes about 20 minutes.

  --help          show this text

  npm run figures -- gas`;

process.exitCode = await runCommand(
  {
    help,
    options: {},
    takesPositionals: true,
    read(_options, names: string[]) {
      const unknown = names.find((name) => !(name in sections));
      if (unknown !== undefined) throw unknownName("section", unknown, Object.keys(sections));
      return names.length === 0 ? Object.keys(sections) : names;
    },
    async run(names) {
      for (const name of names) await update(name);
      return 0;
    },
    explain: ({ stdout, stderr, message }) => `${stdout ?? ""}${stderr ?? message}`.trimEnd(),
  },
  process.argv.slice(2),
  console,
);

/** Pastes each report immediately, because a full run is long and may be interrupted. */
async function update(name: string): Promise<void> {
  const { command = "", blocks } = sections[name] ?? {};
  const { stdout } = await step(`npm run ${command}`, () =>
    run("npm", ["run", "--silent", command], {
      maxBuffer: 1e8,
      shell: process.platform === "win32",
    }),
  );
  const { stdout: commit } = await run("git", ["rev-parse", "--short", "HEAD"]);
  const date = new Date().toISOString().slice(0, 10);
  const all = stripVTControlCharacters(stdout)
    .trim()
    .split(/\n{2,}/);
  const shown = all.filter((block) => blocks?.some((start) => block.startsWith(start)) ?? true);
  const report = shown.join("\n").replace(/[ \t]+$/gm, "");
  const text = await readFile(page, "utf8");
  const [before, after] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const old = text.slice(text.indexOf(before), text.indexOf(after));
  if (old === "") throw new Error(`${page} has no ${before} before ${after}.`);
  const pasted = `${before}\n\`npm run ${command}\`, ${date}, ${commit.trim()}\n\`\`\`text\n${report}\n\`\`\`\n`;
  await writeFile(
    page,
    text.replace(old, () => pasted),
  );
}
