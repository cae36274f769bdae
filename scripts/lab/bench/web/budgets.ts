import type { Figures } from "./report.ts";

/** Maximum bytes of scripts, gzipped. */
const mostScript = { home: 110_000, story: 155_000, gallery: 125_000, dialog: 145_000 };
/** Maximum bytes of a story's HTML beside its text, gzipped. */
const mostMarkup = 12_000;
/** Maximum JavaScript heap after 10,000 drifters. */
const mostHeap = 120e6;
/** Maximum time to the first paint of a story and of a large gallery, relative to the bare page's. */
const mostTimesBare = 1.2;
/** Maximum CLS; web.dev calls 0.1 good. */
const mostLayoutShift = 0.02;

/** Returns one sentence for each exceeded budget. */
export function brokenBudgets(figures: readonly Figures[]): string[] {
  const of = (title: string) => {
    const found = figures.find((each) => each.title === title);
    if (!found) throw new Error(`There are no figures of "${title}".`);
    return found;
  };
  const story = of("ours, a drifter");
  const large = of("ours, 10,000 drifters");
  const bare = firstPaint(of("React and a router"));
  const checks = [
    ["The home page's scripts", of("ours, /").bytes.script, mostScript.home],
    ["A drifter's scripts, with a story", story.bytes.script, mostScript.story],
    ["The gallery's scripts", of("ours, the gallery").bytes.script, mostScript.gallery],
    ["A drifter's HTML beside its text", story.markupBytes, mostMarkup],
    [
      "The home page's scripts with the wallet dialog",
      of("ours, /, dialog open").bytes.script,
      mostScript.dialog,
    ],
    ["The JavaScript heap after 10,000 drifters", large.heapBytes ?? Number.NaN, mostHeap],
  ] as const;
  const paints = [
    ["A story", firstPaint(story) / bare],
    ["A gallery of 10,000 drifters", firstPaint(large) / bare],
  ] as const;
  const ours = figures.filter(({ title }) => title.startsWith("ours"));
  return [
    ...checks
      .filter(([, bytes, most]) => !(bytes <= most))
      .map(([what, bytes, most]) => `${what}: ${bytes} bytes; the budget is ${most}.`),
    ...paints
      .filter(([, times]) => !(times <= mostTimesBare))
      .map(
        ([what, times]) =>
          `${what} is painted first after ${times.toFixed(2)} × the bare page's time; the budget is ${mostTimesBare}.`,
      ),
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

function firstPaint({ times }: Figures): number {
  return times?.firstContentfulPaint ?? Number.NaN;
}
