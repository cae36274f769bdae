// npm run explain: what an error of the collection means, and what to do about it.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { errorAtlas, findErrors } from "./explain/errorAtlas.ts";
import { asMarkdown, asText } from "./explain/formats.ts";

const help = `Usage: npm run explain -- ERROR [OPTIONS]

Tells of an error of the collection: what it looks like in a transaction, the rule behind it, its cause, what
to do about it, and the test that proves it.

  ERROR        a selector (0xfb5f8423), all that a call reverted with (0x9680d382…), or a name or a part of it
               (NotMinting, phase); without it, every error

  --json       as JSON
  --write      write every error into docs/errors.md
  --help       show this text

Exits with 1 if the collection has no such error, and with 2 if it is asked wrongly.`;

const { values, positionals } = readOptions();
const [wanted] = positionals;

if (values.help) console.log(help);
else if (values.write) await writeFile("docs/errors.md", asMarkdown(errorAtlas()));
else tell(wanted === undefined ? errorAtlas() : findErrors(wanted));

function tell(errors: ReturnType<typeof errorAtlas>): void {
  if (values.json) console.log(JSON.stringify(errors, null, 2));
  else console.log(errors.map(asText).join("\n\n"));
  if (errors.length > 0) return;
  console.error(
    `The collection has no error "${wanted}". \`npm run explain\` lists all; what else it could be, another contract's documentation tells.`,
  );
  process.exitCode = 1;
}

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        write: { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}
