import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs axe's rules, including best practices, on the current page; returns one line per violation. */
async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(() =>
    // Safety: the line above injects axe.
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ["violations"],
      // None of these rules reads style sheets, which axe would fetch again.
      preload: false,
      rules: { "target-size": { enabled: true } },
    }),
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/**
 * Returns the violations on a wide screen and on a phone, each in one color scheme, because colors do not
 * depend on the width.
 */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const [width, height, colorScheme] of [
    [1280, 900, "dark"],
    [390, 844, "light"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await axeViolations(page);
    violations.push(...found.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
  }
  return violations;
}
