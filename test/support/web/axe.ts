import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { smallWindowIssues } from "./layout.ts";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules whose result depends on colors, width, control size or hidden text. */
const appearanceRules = [
  "color-contrast",
  "link-in-text-block",
  "target-size",
  "scrollable-region-focusable",
  "button-name",
  "link-name",
  "label",
];

/** Runs axe's rules, including best practices, or only those of `runOnly`; returns one line per violation. */
async function axeViolations(page: Page, runOnly?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(
    (runOnly) =>
      // Safety: the line above injects axe.
      (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ["violations"],
        // These rules do not need style sheets, which axe would fetch again.
        preload: false,
        rules: { "target-size": { enabled: true } },
        ...(runOnly && { runOnly }),
      }),
    runOnly,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/** Returns violations of the appearance rules on a phone in light colors, and of all rules on a wide dark screen. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const [width, height, colorScheme, rules] of [
    [390, 844, "light", appearanceRules],
    [1280, 300, "dark", undefined],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await axeViolations(page, rules);
    violations.push(...found.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
  }
  return violations;
}

/** Returns the violations in both color schemes, and a small window's faults. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  return [...(await violationsInBothSchemes(page)), ...(await smallWindowIssues(page))];
}
