import type { Figures } from "./report.ts";

/** Maximum bytes of scripts, gzipped. */
const mostScript = { home: 120_000, story: 160_000, dialog: 35_000 };
/** Maximum CLS; web.dev calls 0.1 good. */
const mostLayoutShift = 0.02;

/** Returns one sentence for each exceeded budget. */
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
      .map(
        ({ title, hosts }) => `${title} contacts ${hosts.join(", ")}; the budget is no other host.`,
      ),
    ...ours.flatMap(({ title, times }) =>
      times && times.layoutShift > mostLayoutShift
        ? [`${title} shifts by ${times.layoutShift.toFixed(3)}; the budget is ${mostLayoutShift}.`]
        : [],
    ),
  ];
}
