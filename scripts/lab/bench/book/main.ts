// npm run bench:book: a book of 10,000 stories, the import from it, and the check of its receipts on a chain.
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measureBook } from "./measureBook.ts";
import { measureVerify } from "./measureVerify.ts";
import { runBookBench } from "./options.ts";
import { brokenBudgets, type Figures, formatReport } from "./report.ts";

process.exitCode = await runBookBench(
  process.argv.slice(2),
  console,
  async ({ stories, only, json }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "drifters-book-"));
    const figures: Figures = {
      ...(only !== "verify" && { book: await measureBook(stories, folder.path) }),
      ...(only !== "book" && { verify: await measureVerify(stories, folder.path) }),
    };
    console.log(`\n${formatReport(figures)}`);
    if (json !== undefined) await writeFile(json, `${JSON.stringify(figures, undefined, 2)}\n`);
    const broken = brokenBudgets(figures);
    for (const budget of broken) console.error(`✘ ${budget}`);
    return broken.length === 0 ? 0 : 1;
  },
);
