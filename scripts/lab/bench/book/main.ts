// npm run bench:book: time, memory and size of a book of 10,000 stories, and of the import from its CAR.
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCount } from "../../../shared/commandLine/readCount.ts";
import { runCommand } from "../../../shared/commandLine/runCommand.ts";
import { requestResource } from "../../../test/resources.ts";
import { step } from "../step.ts";
import { type CommandUsage, measureCommand } from "./measureCommand.ts";
import { fillWorld } from "./world.ts";

/** For 10,000 stories. */
const budget = { seconds: 60, mostBytes: 500e6 };

const help = `Usage: npm run bench:book [-- OPTIONS]

Writes a book of signed stories with portraits, a quarter of them in two versions, and imports its
book.car without the chain. Fails if the book takes more than ${budget.seconds} s or ${budget.mostBytes / 1e6} MB.

  --stories N   number of stories (default: 10000)
  --help        show this text`;

const root = join(import.meta.dirname, "../../../..");

process.exitCode = await runCommand(
  {
    help,
    options: { stories: { type: "string", default: "10000" } },
    read: ({ stories }) => readCount("--stories", stories, { from: 1, to: 100_000 }),
    run: measure,
  },
  process.argv.slice(2),
  console,
);

async function measure(count: number): Promise<number> {
  await requestResource("page");
  const folder = await mkdtemp(join(tmpdir(), "drifters-book-"));
  const places = { dataDir: join(folder, "stories"), collectionDir: join(folder, "collection") };
  const book = join(folder, "book");
  try {
    const stories = await storiesCommand();
    await step(`${count} stories`, () => fillWorld(places, count));
    const environment = { DATA_DIR: places.dataDir, COLLECTION_DIR: places.collectionDir };
    const written = await step("npm run stories -- book", () =>
      measureCommand([...stories, "book", book], environment),
    );
    const imported = await step("npm run stories -- import book.car --offline", () =>
      measureCommand([...stories, "import", join(book, "book.car"), "--offline"], {
        DATA_DIR: join(folder, "restored"),
      }),
    );
    console.log(await describe(count, book, { written, imported }));
    const isWithin = written.seconds <= budget.seconds && written.mostBytes <= budget.mostBytes;
    if (!isWithin) console.error("The book is over its budget.");
    return isWithin ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The arguments of Node in `npm run stories`: its limits of memory and the script. */
async function storiesCommand(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const [, ...args] = String(scripts.stories).split(" ");
  return args.map((arg) => (arg.startsWith("-") ? arg : join(root, arg)));
}

async function describe(
  count: number,
  book: string,
  { written, imported }: Record<"written" | "imported", CommandUsage>,
): Promise<string> {
  const sizes = await sizesIn(book);
  const line = (name: string, ...cells: string[]) =>
    `  ${name.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join("")}`;
  const usage = (name: string, { seconds, mostBytes }: CommandUsage) =>
    line(name, `${seconds.toFixed(1)} s`, `${(mostBytes / 1e6).toFixed(0)} MB`);
  const files = (name: string, wanted: readonly FileSize[]) => {
    const bytes = wanted.reduce((total, file) => total + file.bytes, 0);
    return line(name, wanted.length.toLocaleString("en"), `${(bytes / 1e6).toFixed(1)} MB`);
  };
  const matching = (pattern: RegExp) => sizes.filter(({ path }) => pattern.test(path));
  const search = matching(/^search\//).sort((a, b) => b.bytes - a.bytes);
  return [
    `A book of ${count.toLocaleString("en")} stories`,
    line("", "time", "memory"),
    usage("book", written),
    usage("import book.car --offline", imported),
    "",
    "Its files",
    line("", "number", "size"),
    files("pages", matching(/\.html$/)),
    files("receipts", matching(/^drifter\/\d+\.json$/)),
    files("portraits and metadata", matching(/^drifters\//)),
    files("search", search),
    files("largest file of the search", search.slice(0, 1)),
    files("book.car", matching(/^book\.car$/)),
    files("all", sizes),
  ].join("\n");
}

interface FileSize {
  path: string;
  bytes: number;
}

async function sizesIn(folder: string): Promise<FileSize[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes: FileSize[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes.push({ path: file.slice(folder.length + 1), bytes: (await stat(file)).size });
  }
  return sizes;
}
