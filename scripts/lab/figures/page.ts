import type { Measurement, Measurements } from "./measurements.ts";
import { type Excerpt, type Figure, type Section, sections } from "./sections.ts";

const opening = `# Figures

A summary of what \`npm run figures\` measured; [figures.json](figures.json) has the complete output. Gas is exact. Ratios are measured side by side in one run and also hold on other machines; times do not. \`npm run figures -- NAME\` repeats one part.`;

/** Composes docs/figures.md. */
export function formatPage(measurements: Measurements): string {
  const measured = sections.flatMap((section) => {
    const measurement = measurements.get(section.name);
    return measurement ? [{ section, measurement }] : [];
  });
  const rows = measured.map(({ section, measurement }) => formatRow(section, measurement));
  const table = ["| part | command | measured | result |", "|---|---|---|---|", ...rows].join("\n");
  const parts = measured.flatMap(({ section, measurement }) => {
    const shown = section.excerpts?.map((excerpt) => cut(excerpt, measurement.report));
    if (!shown) return [];
    const note = section.note === undefined ? [] : [section.note];
    const report = `\`\`\`text\n${shown.join("\n")}\n\`\`\``;
    return [[`## ${section.title}`, ...note, report].join("\n\n")];
  });
  return `${[opening, table, ...parts].join("\n\n")}\n`;
}

function formatRow({ name, title, command, excerpts, inShort }: Section, measured: Measurement) {
  const { commit, date, seconds, report } = measured;
  const time = seconds === undefined ? "" : `, ${seconds} s`;
  const result = excerpts
    ? "below"
    : inShort(report.join("\n"))
        .map(([what, figure]) => `${what}: ${figure}`)
        .join("; ");
  return `| ${title} (\`${name}\`) | \`${command}\` | \`${commit}\`, ${date}${time} | ${result} |`;
}

/**
 * Returns the first line of a block and the lines that match the excerpt.
 *
 * @throws when no block of the report matches.
 */
function cut({ block, rows }: Excerpt, report: readonly string[]): string {
  const blocks = report
    .join("\n")
    .split(/\n{2,}/)
    .map((text) => text.split("\n"));
  const [head, ...lines] = blocks.find(([first = ""]) => block.test(first)) ?? [];
  if (head !== undefined) return [head, ...lines.filter((line) => rows.test(line))].join("\n");
  throw new Error(
    `The report has no block that matches ${block}. Fix scripts/lab/figures/sections.ts.`,
  );
}

/** Returns the README with the figures of all measurements between its two markers. */
export function updateReadme(readme: string, measurements: Measurements): string {
  const [begin, end] = ["<!-- figures: npm run figures -->", "<!-- /figures -->"];
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The README does not have ${begin} before ${end}.`);
  const figures = sections.flatMap((section) => {
    const measurement = measurements.get(section.name);
    return measurement && !section.isOnPageOnly
      ? section.inShort(measurement.report.join("\n"))
      : [];
  });
  return `${before}${begin}\n${formatFigures(figures)}\n${end}${after}`;
}

function formatFigures(figures: readonly Figure[]): string {
  return ["| what | figure |", "|---|---|", ...figures.map((row) => `| ${row.join(" | ")} |`)].join(
    "\n",
  );
}
