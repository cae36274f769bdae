import type { Figures } from "./report.ts";

/** Most bytes of scripts, gzip. */
const mostScript = { home: 120_000, story: 160_000, dialog: 35_000 };
/** What web.dev calls good is 0.1. */
const mostLayoutShift = 0.02;

/** The budgets that do not hold, one sentence each. */
export function brokenBudgets(figures: readonly Figures[]): string[] {
  const of = (title: string) => {
    const found = figures.find((each) => each.title === title);
    if (!found) throw new Error(`There are no figures of "${title}".`);
    return found;
  };
  const home = of("ours, /").bytes.script;
  const checks = [
    ["The home page's scripts", home, mostScript.home],
    ["A drifter's scripts, with a story", of("ours, a drifter").bytes.script, mostScript.story],
    [
      "What the wallet dialog adds to the scripts",
      of("ours, /, dialog open").bytes.script - home,
      mostScript.dialog,
    ],
  ] as const;
  const ours = figures.filter(({ title }) => title.startsWith("ours"));
  return [
    ...checks
      .filter(([, bytes, most]) => bytes > most)
      .map(([what, bytes, most]) => `${what}: ${bytes} bytes; the budget is ${most}.`),
    ...ours
      .filter(({ hosts }) => hosts.length > 0)
      .map(({ title, hosts }) => `${title} turns to ${hosts.join(", ")}; the budget is nobody.`),
    ...ours.flatMap(({ title, times }) =>
      times && times.layoutShift > mostLayoutShift
        ? [`${title} shifts by ${times.layoutShift.toFixed(3)}; the budget is ${mostLayoutShift}.`]
        : [],
    ),
  ];
}
