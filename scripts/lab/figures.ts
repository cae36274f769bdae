// npm run figures: runs the measurements and writes docs/figures.json, and the figures of docs/figures.md, docs/scale.md and
// the README.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import ora from "ora";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import { formatMeasurements, readMeasurements } from "./figures/measurements.ts";
import { formatPage, updateReadme } from "./figures/page.ts";
import { updateScalePage } from "./figures/scalePage.ts";
import { type Section, sections } from "./figures/sections.ts";

const pagePath = "docs/figures.md";
const scalePath = "docs/scale.md";
const reportsPath = "docs/figures.json";
const list = sections
  .map(
    ({ name, minutes, command }) =>
      `  ${name.padEnd(17)} ${String(minutes).padStart(2)} min  ${command}`,
  )
  .join("\n");

const help = `Usage: npm run figures [-- SECTION…] [OPTIONS]

Runs all or some of the commands below one after the other, and writes their output to ${reportsPath}.
${pagePath}, the tables of ${scalePath} and of the README are generated from it. Other sections are unchanged, and so is a section
whose command fails. The machine should be otherwise idle.

${list}

  --output FILE   for one section: use this output of its command instead of running it
  --commit HASH   the measured commit (default: HEAD)
  --help          show this text`;

interface Options {
  output?: string | undefined;
  commit?: string | undefined;
}

interface Request extends Options {
  sections: readonly Section[];
}

process.exitCode = await runCommand(
  {
    help,
    options: { output: { type: "string" }, commit: { type: "string" } },
    takesWords: true,
    read: readRequest,
    async run({ sections, ...options }) {
      let status = 0;
      for (const section of sections) if (!(await measure(section, options))) status = 1;
      return status;
    },
    explain: (error) => (error instanceof Error ? error.message : error),
  },
  process.argv.slice(2),
  console,
);

/**
 * Measures one section and writes it at once, because a full run is long and may be interrupted.
 *
 * @returns whether the command succeeded.
 */
async function measure(section: Section, options: Options): Promise<boolean> {
  const started = performance.now();
  const { output } = options;
  const printed = output === undefined ? await run(section) : await readFile(output, "utf8");
  if (printed === undefined) return false;
  const measurement = {
    commit: options.commit ?? (await printedBy("git", "rev-parse", "--short", "HEAD")),
    date: new Date().toISOString().slice(0, 10),
    ...(output === undefined && { seconds: Math.round((performance.now() - started) / 1_000) }),
    report: reportIn(section, printed).split("\n"),
  };
  const measurements = new Map(readMeasurements(await readFile(reportsPath, "utf8")));
  measurements.set(section.name, measurement);
  // Composed before anything is written, because both throw if the report lacks a figure.
  const page = formatPage(measurements);
  const readme = updateReadme(await readFile("README.md", "utf8"), measurements);
  const scale = updateScalePage(await readFile(scalePath, "utf8"), measurements);
  await writeFile(reportsPath, formatMeasurements(measurements));
  await writeFile(pagePath, page);
  await writeFile(scalePath, scale);
  await writeFile("README.md", readme);
  return true;
}

/** Returns the output of the command, or `undefined` if it failed. */
async function run({ name, command }: Section): Promise<string | undefined> {
  const started = performance.now();
  const minutes = () => ((performance.now() - started) / 60_000).toFixed(1);
  const spinner = ora({ text: command, discardStdin: false }).start();
  const clock = setInterval(() => {
    spinner.text = `${name}: ${command} (${minutes()} min)`;
  }, 1_000);
  try {
    const child = spawn(command.replace(/^npm run/, "npm run --silent"), {
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
    });
    const [printed, errorOutput, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    if (status === 0) {
      spinner.succeed(`${name}: ${command} (${minutes()} min)`);
      return printed;
    }
    spinner.fail(`${name}: ${command} exited with ${status}. Its section is unchanged.`);
    console.error(`${printed}\n${errorOutput}`.trim().split("\n").slice(-40).join("\n"));
    return undefined;
  } finally {
    clearInterval(clock);
    spinner.stop();
  }
}

/** Returns the report without the output before it, colours and trailing spaces. */
function reportIn({ name, begin }: Section, printed: string): string {
  const plain = stripVTControlCharacters(printed).replace(/[ \t]+$/gm, "");
  const from = begin === undefined ? 0 : plain.search(begin);
  if (from < 0) throw new Error(`The output of the command of "${name}" contains no report.`);
  return plain.slice(from).replace(/^\n+/, "").trimEnd();
}

async function printedBy(command: string, ...args: string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  return (await text(child.stdout)).trim();
}

function readRequest(options: Options, names: string[]): Request {
  const unknown = names.filter((name) => !sections.some((section) => section.name === name));
  if (unknown.length > 0) throw new UsageError(`Unknown section ${unknown.join(", ")}.`);
  if (options.output !== undefined && names.length !== 1) {
    throw new UsageError("--output needs exactly one section.");
  }
  const isChosen = ({ name }: Section) => names.length === 0 || names.includes(name);
  return { ...options, sections: sections.filter(isChosen) };
}
