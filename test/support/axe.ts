import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What depends on nothing but colours: the same page in the other scheme needs no more. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Runs axe's rules, advice included, on the page as it stands; tells each complaint in a line. */
export async function axeComplaints(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(
    (only) =>
      // Safety: the line above has seen to it that axe is in the page.
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ["violations"],
        // No rule of these looks into style sheets, which axe would fetch again.
        preload: false,
        rules: { "target-size": { enabled: true } },
        ...(only && { runOnly: { type: "rule", values: [...only] } }),
      }),
    rules,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/** The complaints about a page on a wide screen and a phone, in both colour schemes. */
export async function complaintsEverywhere(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  for (const [width, height, colorScheme, rules] of [
    [1280, 900, "dark", undefined],
    [1280, 900, "light", colourRules],
    [390, 844, "light", undefined],
    [390, 844, "dark", colourRules],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await axeComplaints(page, rules);
    complaints.push(...found.map((complaint) => `${width} px, ${colorScheme}: ${complaint}`));
  }
  return complaints;
}
