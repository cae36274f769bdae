import { execFileSync } from "node:child_process";
import { collectionConfig } from "#collection/collection.config.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { promptPerson } from "../../shared/commandLine/promptPerson.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import { compileContracts } from "../../shared/compileContracts.ts";
import { ownTests } from "../../shared/ownTests.ts";
import { run } from "../../shared/run.ts";
import type { CollectionFacts } from "./newCollection.ts";

const help = `Usage: npm run collection -- new NAME [OPTIONS]
       npm run collection -- check

  new NAME           replace collection/ and its contract with a working collection with placeholder art
                     and a theme of one hue. Prompts for missing options in a terminal
  check              list what is missing or inconsistent in collection/ and in the contract

  --symbol TEXT      token symbol; by default the initials of NAME
  --noun WORD        what people call one token, in lowercase letters
  --nouns WORD       what people call several tokens
  --cap NUMBER       maximum number of tokens, at most 16383
  --price ETH        first price of a token
  --batch NUMBER     first maximum per mint
  --hue DEGREES      hue of the theme, from 0 to 360
  --help             show this text

  npm run collection -- new "Tidal Keepers" --noun keeper --nouns keepers --price 0.05

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
};

/** Expected format of each fact. */
const factPatterns: Record<keyof CollectionFacts, RegExp> = {
  name: /^[A-Z][ !#-[\]-~]{1,59}$/,
  symbol: /^[A-Z][A-Z0-9]{0,10}$/,
  noun: /^[a-z]{2,20}$/,
  nouns: /^[a-z]{2,20}$/,
  cap: /^(?=[1-9])(\d{1,4}|1[0-5]\d{3}|16[0-2]\d\d|163[0-7]\d|1638[0-3])$/,
  price: /^\d{1,9}(\.\d{1,18})?$/,
  batch: /^(?=[1-9])(\d{1,2}|1\d\d|2[0-4]\d|25[0-4])$/,
  hue: /^\d{1,3}$/,
};

/** Replaces this collection with a new one, or checks it. @returns the exit status. */
export function runCollection(args: readonly string[], output: Output): Promise<number> {
  return runCommand(
    {
      help,
      options,
      takesPositionals: true,
      read: (values, positionals) => ({
        values,
        command: readCommand({ new: ["NAME"], check: [] }, positionals),
      }),
      async run({ values, command: [command, name = ""] }): Promise<number> {
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
        const { checkNouns } = await import("./checkCollection.ts");
        const [finding] = checkNouns({ one: facts.noun, many: facts.nouns });
        if (finding !== undefined) throw new UsageError(finding);
        const { assertNamesFree, codeNames, writeCollection } = await import("./newCollection.ts");
        await assertNamesFree(facts);
        assertSaved();
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
          `Wrote collection/ and contracts/${codeNames(facts).contract}.sol. Now:\n\n  npm start                        see it\n  npm run collection -- check      what is left to do\n\nReplace the art, lore.md, stories and images with yours: docs/own-collection.md.`,
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
  for (const key of Object.keys(factPatterns) as (keyof CollectionFacts)[]) {
    const answer =
      given[key] ?? (key === "name" ? name : await promptPerson(`${key} [${facts[key]}]: `));
    facts[key] = answer || facts[key];
    if (!factPatterns[key].test(facts[key]))
      throw new UsageError(
        `"${facts[key]}" cannot be the ${key} of a collection; --help describes valid values.`,
      );
  }
  return facts;
}

/** Ignored files that are regenerated. */
const regeneratedPaths = /(^|\/)(node_modules|artifacts|cache|coverage|dist|\.DS_Store)(\/|$)/;

/** @throws {UsageError} if uncommitted changes would be deleted. */
function assertSaved(): void {
  const { contract } = collectionConfig;
  const types = [`${contract}.ts`, `factories/${contract}__factory.ts`];
  const places = ["collection", `contracts/${contract}.sol`, ownTests];
  for (const file of types) places.push(`typechain-types/${file}`);
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
      `Commit these first or move them away, because they would be replaced:\n${changes.join("\n")}`,
    );
}
