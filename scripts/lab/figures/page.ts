import { type Figure, type Section, sections } from "./sections.ts";

/** What a section's command printed, and when. */
export interface Measurement {
  commit: string;
  /** As 2026-11-21. */
  date: string;
  /** How long the command took; unknown if somebody else ran it. */
  seconds: number | undefined;
  report: string;
}

/** Measurements by the names of their sections. */
export type Measurements = ReadonlyMap<string, Measurement>;

const opening = `# Figures

What \`npm run figures\` measured: each part is what its command printed. Gas is exact. Ratios are measured side by side in one run, so they hold on other machines too; times do not. A part tells the commit with which it was measured; \`npm run figures -- NAME\` measures one anew.`;

/** Composes docs/figures.md. */
export function formatPage(measurements: Measurements): string {
  const parts = sections.flatMap((section) => {
    const measurement = measurements.get(section.name);
    return measurement ? [formatSection(section, measurement)] : [];
  });
  return `${[opening, ...parts].join("\n\n")}\n`;
}

/** Reads what `formatPage` has composed. */
export function readPage(page: string): Measurements {
  const parts = page.split(/^## /m).slice(1);
  return new Map(
    parts.map((part) => {
      const [, title, commit, date, seconds, report] =
        /^(.+)\n\n`.+` at `(\w+)` on ([\d-]+)(?:, (\d+) s)?\n\n```text\n(.*)\n```\s*$/s.exec(
          part,
        ) ?? [];
      const section = sections.find((each) => each.title === title);
      if (!section || !commit || !date || report === undefined) {
        throw new Error(`docs/figures.md has a part that npm run figures did not write: ${part}`);
      }
      return [
        section.name,
        { commit, date, seconds: seconds === undefined ? undefined : Number(seconds), report },
      ] as const;
    }),
  );
}

function formatSection({ title, command }: Section, measurement: Measurement): string {
  const { commit, date, seconds, report } = measurement;
  return `## ${title}

\`${command}\` at \`${commit}\` on ${date}${seconds === undefined ? "" : `, ${seconds} s`}

\`\`\`text
${report}
\`\`\``;
}

/** The README with the figures of all measurements, between its two marks. */
export function updateReadme(readme: string, measurements: Measurements): string {
  const [begin, end] = ["<!-- figures: npm run figures -->", "<!-- /figures -->"];
  const [before, rest] = readme.split(begin);
  const after = rest?.split(end)[1];
  if (after === undefined) throw new Error(`The README has no ${begin} before its ${end}.`);
  const figures = sections.flatMap((section) => {
    const measurement = measurements.get(section.name);
    return measurement ? section.inShort(measurement.report) : [];
  });
  return `${before}${begin}\n${formatFigures(figures)}\n${end}${after}`;
}

function formatFigures(figures: readonly Figure[]): string {
  return ["| what | figure |", "|---|---|", ...figures.map((row) => `| ${row.join(" | ")} |`)].join(
    "\n",
  );
}
