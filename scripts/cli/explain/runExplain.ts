import { writeFile } from "node:fs/promises";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { errorAtlas, findErrors } from "./errorAtlas.ts";
import { asMarkdown, asText } from "./formats.ts";

const help = `Usage: npm run explain -- ERROR [OPTIONS]

Tells of an error of the collection: what it looks like in a transaction, the rule behind it, its cause, what
to do about it, and the test that proves it.

  ERROR        a selector (0xfb5f8423), all that a call reverted with (0x9680d382…), or a name or a part of it
               (NotMinting, phase); without it, every error

  --json       as JSON
  --write      write every error into docs/errors.md
  --help       show this text

Exits with 1 if the collection has no such error, and with 2 if it is asked wrongly.`;

/**
 * Tells of errors of the collection, or writes all of them into a document.
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
      takesWords: true,
      read: (values, [wanted]) => ({ ...values, wanted }),
      async run({ wanted, json, write }) {
        if (!write) return tell(wanted, json, output);
        await writeFile("docs/errors.md", asMarkdown(errorAtlas()));
      },
    },
    args,
    output,
  );
}

function tell(wanted: string | undefined, asJson: boolean, output: Output): number {
  const errors = wanted === undefined ? errorAtlas() : findErrors(wanted);
  output.log(asJson ? JSON.stringify(errors, null, 2) : errors.map(asText).join("\n\n"));
  if (errors.length > 0) return 0;
  output.error(
    `The collection has no error "${wanted}". \`npm run explain\` lists all; what else it could be, another contract's documentation tells.`,
  );
  return 1;
}
