import { readFile, writeFile } from "node:fs/promises";
import { isHex } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { didYouMean } from "#protocol/values/closestName";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { assertArguments } from "../../shared/commandLine/usageError.ts";
import { errorAtlas, findErrors } from "./errorAtlas.ts";
import { formatEntry, withApiErrorTable } from "./formats.ts";

const help = `Usage: npm run explain -- ERROR [OPTIONS]

Explains an error of the contract: its selector, rule, cause and fix.

  ERROR        a selector (0xfb5f8423), complete revert data (0x9680d382…), or a name or part of it (NotMinting,
               phase); without it, every error

  --json       print JSON
  --write      write docs/contract.md, and the API errors in docs/api.md
  --help       show this text

  npm run explain -- PastSupply

Exit status: 0 if the error exists, 1 if not or the command failed, 2 on a usage error.`;

/**
 * Explains the contract's errors, or writes docs/contract.md and the table of docs/api.md.
 *
 * @returns the exit status.
 */
export function runExplain(args: readonly string[], output: Output): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        json: { type: "boolean", default: false },
        write: { type: "boolean", default: false },
      },
      takesPositionals: true,
      read(values, positionals) {
        assertArguments(positionals.length === 0 ? [] : ["ERROR"], positionals);
        return { ...values, wanted: positionals[0] };
      },
      async run({ wanted, json, write }) {
        if (!write) return print(wanted, json, output);
        await writeDocuments();
        return undefined;
      },
    },
    args,
    output,
  );
}

async function writeDocuments(): Promise<void> {
  // Imported on demand, because Hardhat takes half a second to load.
  const [{ default: hre }, { readNatspec }, { formatContractDocument }] = await Promise.all([
    import("hardhat"),
    import("../../shared/hardhat/contractDocs.ts"),
    import("./contractDocument.ts"),
  ]);
  const natspec = await readNatspec(
    hre.artifacts,
    `contracts/${collectionConfig.contract}.sol:${collectionConfig.contract}`,
  );
  await writeFile("docs/contract.md", formatContractDocument(natspec, errorAtlas()));
  const document = await readFile("docs/api.md", "utf8");
  await writeFile("docs/api.md", withApiErrorTable(document));
}

function print(wanted = "", asJson: boolean, output: Output): number {
  const errors = findErrors(wanted);
  if (asJson) output.log(JSON.stringify(errors, null, 2));
  else if (errors.length > 0) output.log(errors.map(formatEntry).join("\n\n"));
  if (errors.length > 0) return 0;
  const hint = isHex(wanted)
    ? " It may belong to a different contract."
    : didYouMean(
        wanted,
        errorAtlas().map(({ name }) => name),
      );
  output.error(`The collection has no error "${wanted}".${hint} \`npm run explain\` lists all.`);
  return 1;
}
