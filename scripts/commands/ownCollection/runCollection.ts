import { execFileSync } from "node:child_process";
import { collectionConfig } from "#collection/collection.config.ts";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { promptPerson } from "../../shared/commandLine/promptPerson.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { showStep } from "../../shared/commandLine/step.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import { compileContracts } from "../../shared/compileContracts.ts";
import { ownTests } from "../../shared/ownTests.ts";
import { run } from "../../shared/run.ts";
import type { CollectionFacts } from "./newCollection.ts";
import { readArtFolder, shorten } from "./readArtFolder.ts";

const help = `Usage: npm run collection -- new NAME [OPTIONS]
       npm run collection -- art DIR [--traits FILE] [--replace]
       npm run collection -- theme --colors COLOR[,COLOR] [--write]
       npm run collection -- check

  new NAME           replace collection/ and its contract with a working collection with placeholder art
                     and a theme of one hue. Prompts for missing options in a terminal
  art DIR            replace the portraits, the metadata and the preview image with those of a folder of
                     PNG, JPEG, WebP, GIF or SVG pictures of any size, named by token: 7.png. Writes
                     cache/contactSheet.html to look at; the folder is not changed
  theme              show the collection's theme in the hue of one color, with accents in that of another,
                     and the logo, in cache/theme.html. Contrasts stay the same
  check              list what is missing or inconsistent in collection/ and in the contract

  --symbol TEXT      token symbol; by default the initials of NAME
  --noun WORD        what people call one token, in lowercase letters
  --nouns WORD       what people call several tokens
  --cap NUMBER       maximum number of tokens, at most 16383
  --price ETH        first price of a token
  --batch NUMBER     first maximum per mint
  --hue DEGREES      hue of the theme, from 0 to 360
  --traits FILE      a CSV file with a header: id, and optionally name, description, and one column per trait
  --replace          art, theme: replace what is not committed
  --colors COLORS    theme: one or two colors, such as "#2f6f4f,#e0b040"
  --write            theme: also write it to collection/
  --help             show this text

  npm run collection -- new "Tidal Keepers" --noun keeper --nouns keepers --price 0.05
  npm run collection -- art ~/keepers --traits ~/keepers/traits.csv

Exit status: 0 if the collection was written or is complete; 1 if something is missing, 2 on a usage error.`;

const text = { type: "string" } as const;
const options = {
  symbol: text,
  noun: text,
  nouns: text,
  cap: text,
  price: text,
  batch: text,
  hue: text,
  traits: text,
  replace: { type: "boolean", default: false },
  colors: text,
  write: { type: "boolean", default: false },
} as const;

const commands = { new: ["NAME"], art: ["DIR"], theme: [], check: [] } as const;

/** The options that each command accepts. */
const owners: Record<keyof typeof commands, readonly string[]> = {
  new: ["symbol", "noun", "nouns", "cap", "price", "batch", "hue"],
  art: ["traits", "replace"],
  theme: ["colors", "write", "replace"],
  check: [],
};

/** Expected format of each fact, as a pattern and in words. */
const factRules: Record<keyof CollectionFacts, readonly [pattern: RegExp, rule: string]> = {
  name: [
    /^[A-Z][ !#-[\]-~]{1,59}$/,
    "2 to 60 English letters, digits and signs except quotes and backslashes, the first a capital",
  ],
  symbol: [/^[A-Z][A-Z0-9]{0,10}$/, "1 to 11 capitals and digits, the first a capital"],
  noun: [/^[a-z]{2,20}$/, "2 to 20 lowercase letters"],
  nouns: [/^[a-z]{2,20}$/, "2 to 20 lowercase letters"],
  cap: [
    /^(?=[1-9])(\d{1,4}|1[0-5]\d{3}|16[0-2]\d\d|163[0-7]\d|1638[0-3])$/,
    "a whole number from 1 to 16383",
  ],
  price: [/^\d{1,9}(\.\d{1,18})?$/, "an amount of ETH, such as 0.05"],
  batch: [/^(?=[1-9])(\d{1,2}|1\d\d|2[0-4]\d|25[0-4])$/, "a whole number from 1 to 254"],
  hue: [/^([0-2]?\d{1,2}|3[0-5]\d|360)$/, "a whole number of degrees from 0 to 360"],
};

/** Replaces this collection with a new one, or checks it. @returns the exit status. */
export function runCollection(args: readonly string[], output: Output): Promise<number> {
  return runCommand(
    {
      help,
      options,
      takesPositionals: true,
      read(values, positionals) {
        const command = readCommand(commands, positionals);
        const [name] = command;
        // Options with a default are always present.
        const given = Object.entries(values).filter(([, value]) => value !== false);
        const stray = given.find(([option]) => !owners[name].includes(option));
        if (stray !== undefined) throw new UsageError(`${name} does not accept --${stray[0]}.`);
        return { values, command };
      },
      async run({ values, command: [command, name = ""] }): Promise<number> {
        if (command === "art") return replaceArt(name, values, output);
        if (command === "theme") return showTheme(values, output);
        if (command === "check") {
          await compileContracts();
          const { checkCollection } = await import("./checkCollection.ts");
          const findings = await checkCollection();
          output.log(
            findings.map((finding) => `✘ ${finding}`).join("\n") || "✔ The collection is complete.",
          );
          return findings.length > 0 ? 1 : 0;
        }
        const facts = await readFacts(name, values);
        const { assertNamesFree, codeNames, writeCollection } = await import("./newCollection.ts");
        await assertNamesFree(facts);
        const { contract } = collectionConfig;
        const types = [`${contract}.ts`, `factories/${contract}__factory.ts`];
        assertSaved([
          ...["collection", `contracts/${contract}.sol`, ownTests],
          ...types.map((file) => `typechain-types/${file}`),
        ]);
        await writeCollection(facts);
        // New processes, because this one has loaded the previous collection.
        for (const [command, option] of [
          ["collection", "check"],
          ["explain", "--write"],
        ] as const) {
          const script = `scripts/commands/${command}.ts`;
          const failure = await run({}, process.execPath, script, option);
          if (failure !== undefined) throw new Error(failure);
        }
        output.log(
          `Wrote collection/ and contracts/${codeNames(facts).contract}.sol. Commit them. Then:\n\n  npm start                        see it\n  npm run collection -- check      list what is missing or inconsistent\n\nReplace the art, lore.md, stories and images with yours: docs/own-collection.md.`,
        );
        return 0;
      },
    },
    args,
    output,
  );
}

/** Reads the options, prompts for missing ones, and derives the rest from the name. @throws {UsageError} */
async function readFacts(
  name: string,
  given: Partial<Record<keyof CollectionFacts, string>>,
): Promise<CollectionFacts> {
  const words = name.match(/[A-Za-z0-9]+/g) ?? [];
  const nouns = (words.at(-1)?.toLowerCase() ?? "token").replace(/s?$/, "s");
  const symbol = words.map(([first = ""]) => first.toUpperCase()).join("");
  const facts: CollectionFacts = {
    name,
    symbol,
    nouns,
    noun: nouns.replace(/s$/, ""),
    cap: "10000",
    price: "0.08",
    batch: "20",
    hue: "210",
  };
  // Safety: the table has no other keys.
  const keys = Object.keys(factRules) as (keyof CollectionFacts)[];
  for (const key of keys) {
    const answer =
      given[key] ?? (key === "name" ? name : await promptPerson(`${key} [${facts[key]}]: `));
    facts[key] = answer || facts[key];
  }
  const problems = keys.flatMap((key) => {
    const [pattern, rule] = factRules[key];
    return pattern.test(facts[key]) ? [] : [`${key}: "${facts[key]}" must be ${rule}.`];
  });
  const { checkNouns } = await import("./checkCollection.ts");
  const nounProblems = checkNouns({ one: facts.noun, many: facts.nouns });
  problems.push(...(problems.some((each) => each.startsWith("noun")) ? [] : nounProblems));
  if (problems.length > 0) throw new UsageError(`Nothing was written:\n${problems.join("\n")}`);
  return facts;
}

/** Replaces the collection's art with that of a folder. @returns the exit status. */
async function replaceArt(
  folder: string,
  { traits, replace }: { traits?: string | undefined; replace: boolean },
  output: Output,
): Promise<number> {
  const art: string = collectionConfig.art;
  if (art !== "folder") {
    throw new UsageError(
      `The art of ${collectionConfig.name} is drawn by code. Make your own collection first: npm run collection -- new NAME`,
    );
  }
  const { contactSheet, importArt } = await import("./importArt.ts");
  const source = await readArtFolder(folder, traits);
  if (!replace) {
    const replaced = ["art/images", "art/metadata", "public/preview.jpg"];
    assertSaved(
      replaced.map((file) => `collection/${file}`),
      orReplace,
    );
  }
  const notes = await showStep("Convert the pictures", (report) => importArt(source, report));
  for (const warning of [...source.warnings, ...notes]) output.log(`! ${warning}`);
  output.log(
    `Wrote ${counted(source.tokens.length, "portrait")}, their metadata and the preview image. Look at them: ${contactSheet}`,
  );
  return 0;
}

interface ThemeValues {
  colors?: string | undefined;
  write: boolean;
  replace: boolean;
}

/** Shows or writes a theme. @returns the exit status. */
async function showTheme(
  { colors = "", write, replace }: ThemeValues,
  output: Output,
): Promise<number> {
  const { plainSaturation, tintOf } = await import("./theme.ts");
  const [base, accent, ...others] = colors.split(",").map((color) => tintOf(color.trim()));
  if (base === undefined || others.length > 0 || (colors.includes(",") && accent === undefined)) {
    throw new UsageError(
      `--colors takes one or two colors that are not gray, such as "#2f6f4f,#e0b040"; it is "${colors}".`,
    );
  }
  const { changeTheme, themedFiles, themePreview } = await import("./changeTheme.ts");
  if (write && !replace) assertSaved(themedFiles, orReplace);
  // Large surfaces in a strong color would be hard to look at.
  await changeTheme({ ...base, saturation: plainSaturation }, accent ?? base, write);
  output.log(
    write
      ? `Wrote the theme, the drawings and themeColors. Look at it: npm start, or ${themePreview}`
      : `Look at it: ${themePreview}. Nothing else was written; add --write to use it.`,
  );
  return 0;
}

const orReplace = ", or add --replace";

/** Ignored files that are regenerated. */
const regeneratedPaths = /(^|\/)(node_modules|artifacts|cache|coverage|dist|\.DS_Store)(\/|$)/;

/** @throws {UsageError} if uncommitted changes would be deleted. */
function assertSaved(places: readonly string[], advice = ""): void {
  const git = (...args: string[]) =>
    execFileSync("git", [...args, "--", ...places], { encoding: "utf8" }).match(/.+/g) ?? [];
  const changes = [
    ...git("status", "--porcelain", "--ignored", "--untracked-files=all").filter(
      (line) => !(line.startsWith("!! ") && regeneratedPaths.test(line.slice(3))),
    ),
    // Git skips changes in files marked assume-unchanged or skip-worktree.
    ...git("ls-files", "-v").filter((line) => /^[a-zS]/.test(line)),
  ];
  if (changes.length > 0)
    throw new UsageError(
      `Commit these first or move them away, because they would be replaced${advice}:\n${shorten(changes)}`,
    );
}
