import { cp, glob, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { capital, withArticle } from "#protocol/values/noun";
import { slug } from "#protocol/values/slug";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { ownTests } from "../../shared/ownTests.ts";
import { parseColors, plainSaturation, recolor } from "./theme.ts";

/** Names and initial settings of a new collection. */
export interface CollectionFacts {
  name: string;
  symbol: string;
  noun: string;
  nouns: string;
  cap: string;
  /** Price in ETH. */
  price: string;
  batch: string;
  /** Theme hue in degrees. */
  hue: string;
}

/** Token IDs with placeholder art: those of the tests and the template scenario, and the next IDs, whatever the cap. */
const placeholderCount = 24;
/** Template files, with `%word%` placeholders for facts and theme colors. */
export const template = join(import.meta.dirname, "template");

const exampleFile = "scripts/commands/deploy/parameters.example.json";
/** Temporary folder for the new collection before it replaces the existing one. */
const work = "cache/newCollection";

/**
 * Asserts that no other contract declares or uses the names in code, and that no file has these
 * names. @throws {UsageError}
 */
export async function assertNamesFree(facts: CollectionFacts): Promise<void> {
  const taken = new Map<string, string>();
  for await (const file of glob("contracts/**/*.sol")) {
    if (file === join("contracts", `${collectionConfig.contract}.sol`)) continue;
    // An existing file blocks a new file with the same name, whatever it declares.
    taken.set(basename(file, ".sol").toLowerCase(), file);
    const code = (await readFile(file, "utf8")).replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
    for (const [word] of code.matchAll(/\w+/g)) taken.set(word.toLowerCase(), file);
  }
  for (const word of Object.values(codeNames(facts))) {
    const file = taken.get(word.toLowerCase());
    if (file === undefined) continue;
    throw new UsageError(
      `"${facts.name}" (${facts.symbol}) would add ${word} to the contracts, but ${file} uses that name. Choose a different name.`,
    );
  }
}

/** Replaces the collection in `collection/` and its contract with a new, working one. */
export async function writeCollection(facts: CollectionFacts): Promise<void> {
  const { contract: former } = collectionConfig;
  const oldContract = `contracts/${former}.sol`;
  const contract = formatContract(await readFile(oldContract, "utf8"), facts);
  const theme = recolor(await readFile("collection/theme.css", "utf8"), {
    hue: Number(facts.hue),
    saturation: plainSaturation,
  });
  const { dark, light } = parseColors(theme);
  const words: Record<string, string> = {
    ...facts,
    ...codeNames(facts),
    ...Object.fromEntries([...dark].map(([name, value]) => [name.replace("color-", ""), value])),
    pageByDay: light.get("color-page") ?? "",
    raisedByDay: light.get("color-raised") ?? "",
    surfaceByDay: light.get("color-line") ?? "",
  };
  const deployment = await readFile(exampleFile, "utf8");
  await rm(work, { recursive: true, force: true });
  await cp(template, join(work, "new"), { recursive: true });
  for (const file of await readdir(join(work, "new"), { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    const fill = (text: string) =>
      path.endsWith(".svg") ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") : text;
    const filled = (await readFile(path, "utf8")).replaceAll(/%(\w+)%/g, (_, word) =>
      fill(words[word] ?? ""),
    );
    await writeFile(path, filled);
  }
  await writeFile(join(work, "new/theme.css"), theme);
  for (const file of ["collectionConfig.ts", "sale.schema.json"]) {
    await cp(join("collection", file), join(work, "new", file));
  }
  await adaptSale(join(work, "new"), facts);
  await drawPlaceholders(join(work, "new"), facts, words);
  await rename("collection", join(work, "former"));
  await rename(join(work, "new"), "collection");
  for (const file of [
    oldContract,
    `typechain-types/${former}.ts`,
    `typechain-types/factories/${former}__factory.ts`,
    ownTests,
  ])
    await rm(file, { recursive: true, force: true });
  await writeFile(`contracts/${codeNames(facts).contract}.sol`, contract);
  const { many } = collectionConfig.noun;
  const example = deployment
    .replace(`/${many}/`, `/${facts.nouns}/`)
    .replace(/("price": ")[^"]*/, `$1${facts.price} ether`)
    .replace(/("maxBatch": )\d+/, `$1${facts.batch}`);
  await writeFile(exampleFile, example);
  for (const file of renamedFiles) {
    const text = await readFile(file, "utf8").catch(() => undefined);
    // The README's pictures and some entry files belong to the previous collection.
    const kept = text
      ?.replace(/## What it looks like\n[\s\S]*?(?=## )/, "")
      .replace(new RegExp(`\\n *"${ownTests}/.*`), "");
    if (kept !== undefined) await writeFile(file, renameWords(kept, facts));
  }
  await rm(work, { recursive: true });
}

/** Returns the names in code: `TidalKeepers`, `TidalMint` and `TK_PRICE` for Tidal Keepers (TK). */
export function codeNames({ name, symbol }: CollectionFacts) {
  const words = (name.match(/[A-Za-z0-9]+/g) ?? []).map((word) => capital(word));
  return {
    contract: words.join(""),
    mintFunction: `${words[0]}Mint`,
    priceFunction: `${symbol}_PRICE`,
  };
}

/** Files in which the collection's names are replaced; the package's name is its name in lowercase. */
const renamedFiles = ["README.md", "package.json", "package-lock.json"];

/** Replaces the previous collection's names, in code and in sentences. */
function renameWords(text: string, facts: CollectionFacts): string {
  const { name, contract, mintFunction, priceFunction, noun } = collectionConfig;
  const names = codeNames(facts);
  const renamed = new Map<string, string>([
    [name, facts.name],
    [slug(name), slug(facts.name)],
    [contract, names.contract],
    [mintFunction, names.mintFunction],
    [priceFunction, names.priceFunction],
    [`a ${noun.one}`, withArticle(facts.noun)],
    [`A ${noun.one}`, capital(withArticle(facts.noun))],
    [noun.many, facts.nouns],
    [noun.one, facts.noun],
    [capital(noun.many), capital(facts.nouns)],
    [capital(noun.one), capital(facts.noun)],
  ]);
  const words = [...renamed.keys()].map((word) => word.replaceAll(/\W/g, "\\$&"));
  return text.replaceAll(
    new RegExp(`(?<![\\w-])(${words.join("|")})(?!\\w)`, "g"),
    (word) => renamed.get(word) ?? word,
  );
}

function formatContract(source: string, facts: CollectionFacts): string {
  return renameWords(source, facts)
    .replace(/(symbol = ")[^"]*/, `$1${facts.symbol}`)
    .replace(/[\d_]+, [\d.]+ ether, \d+\)/, `${facts.cap}, ${facts.price} ether, ${facts.batch})`)
    .replace(
      / {4}\/\/\/ @notice The deployer[\s\S]*?(?= {4}constructor)/,
      "    /// @notice The deployer becomes owner and withdraw address. Minting is off.\n",
    );
}

/** Sets the example phases' terms, and limits them and the standard scenario's 12 tokens to a small supply cap. */
async function adaptSale(root: string, { price, batch, cap }: CollectionFacts): Promise<void> {
  const [saleFile, scenarioFile] = ["sale.json", "scenarios/mid-sale.json"].map((file) =>
    join(root, file),
  ) as [string, string];
  const write = (file: string, content: object) =>
    writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
  const sale = JSON.parse(await readFile(saleFile, "utf8"));
  const [first, open] = sale.phases.map((phase: object) => ({
    ...phase,
    ...{ price, maxPerMint: Number(batch) },
  }));
  open.endPoint = Math.min(open.endPoint, Number(cap) + 1);
  if (Number(cap) >= 12) return write(saleFile, { ...sale, phases: [first, open] });
  await write(saleFile, { ...sale, phases: [{ ...open, startingPoint: 1 }] });
  await write(scenarioFile, {
    summary: "Mid-sale, the standard world: one active phase, and one story.",
    stories: "shipped",
    phases: [{ name: open.name, mints: [{ account: 2, quantity: 1 }], gifts: [] }],
  });
}

/** Draws a disk for each of the first tokens, and the link preview image. */
async function drawPlaceholders(
  root: string,
  { noun, nouns }: CollectionFacts,
  { page, raised, accent }: Record<string, string>,
) {
  const draw = (width: number, height: number, x: number) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="${page}" d="M0 0h${width}v${height}H0z"/><circle cx="${x}" cy="${height / 2}" r="${height / 4}" fill="${raised}" stroke="${accent}" stroke-width="${height / 40}"/></svg>`,
      ),
    ).jpeg();
  for (const folder of ["metadata", "images/full"])
    await mkdir(`${root}/art/${folder}`, { recursive: true });
  for (let id = 1; id <= placeholderCount; id += 1) {
    const metadata = {
      name: `${capital(noun)} ${id}`,
      image: `/${nouns}/images/full/${id}.jpg`,
      attributes: [{ trait_type: "Place", value: ["West", "Middle", "East"][id % 3] }],
    };
    await writeFile(`${root}/art/metadata/${id}.json`, `${JSON.stringify(metadata, null, 2)}\n`);
    const picture = draw(1000, 1000, 400 + (id % 3) * 100);
    await picture.clone().toFile(`${root}/art/images/full/${id}.jpg`);
    await picture.resize(480).toFile(`${root}/art/images/${id}.jpg`);
  }
  await draw(1200, 630, 600).toFile(`${root}/public/preview.jpg`);
}
