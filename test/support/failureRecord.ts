import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Page } from "playwright-core";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "test-results");

interface Watched {
  page: Page;
  lines: string[];
}

/** Records the pages of a failed browser test and what they logged. */
export function recordFailures() {
  const pages: Watched[] = [];

  return {
    watch(page: Page): void {
      const lines: string[] = [];
      page.on("console", (message) => lines.push(`${message.type()}: ${message.text()}`));
      page.on("pageerror", (error) => lines.push(`uncaught: ${error.stack ?? error.message}`));
      pages.push({ page, lines });
    },

    /** Call it after each test, while the pages are still open. */
    async settle(test: Mocha.Test | undefined): Promise<void> {
      const watched = pages.splice(0);
      if (test?.state !== "failed") return;
      await mkdir(folder, { recursive: true });
      for (const [index, { page, lines }] of watched.entries()) {
        const number = index === 0 ? "" : `-${index + 1}`;
        await save(join(folder, `${slugOf(test.fullTitle())}${number}`), page, lines);
      }
    },
  };
}

/** Never throws: a closed page must not hide the test's failure. */
async function save(path: string, page: Page, lines: readonly string[]): Promise<void> {
  const picture = `${path}.png`;
  const isTaken = await page.screenshot({ path: picture, fullPage: true, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  const log = `${path}.txt`;
  await writeFile(log, [page.url(), ...lines, ""].join("\n"));
  const saved = isTaken ? [picture, log] : [log];
  for (const file of saved) console.log(`    to look at: ${relative(root, file)}`);
}

/** Converts a title to a file name, keeping the end of a long one. */
function slugOf(title: string): string {
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return slug.slice(-160).replace(/^-|-$/g, "");
}
