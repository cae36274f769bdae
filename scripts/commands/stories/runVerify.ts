import type { ProofResult, ProofStep } from "#protocol/stories/verifyRevision";
import type { SignedRevision } from "#protocol/wire/responses";
import type { Settings } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { assertArguments, UsageError } from "../../shared/commandLine/usageError.ts";
import { counting, withProgress } from "./progress.ts";
import { readRevisionsAt } from "./revisionSource.ts";

const help = `Usage: npm run verify -- SOURCE [OPTIONS]
       npm run verify -- URL --since COPY

Checks for every signed revision that its message carries the hash of its text, that its author signed the
message and, on the chain, that the author owned the token at the signed revision's block: by the state
of that block or, where the node no longer has it, by the last Transfer event before. A SOURCE is one of

  URL         a service (the histories of all tokens), one story (…/api/narrative/7) or one
              history (…/api/narrative/7/history)
  FILE        an archive of npm run stories -- export, or the response of such a URL
  BOOK        the folder or the EPUB of npm run stories -- book

  --since COPY
              compare a service with an older copy of its signed revisions, from any source above:
              report every revision that the service dropped, altered or moved
  --offline   check only what a signed revision proves by itself, without the chain
  --strict    also fail if something could not be checked
  --help      show this text

  npm run verify -- https://site.example --since stories.jsonl

The chain and the contract are those of RPC_URL, CHAIN_ID and CONTRACT_ADDRESS, from the
environment or .env; without RPC_URL, the chain of the running npm start. Exit status: 0 if no signed
revision is invalid, 1 if one is or the command failed, 2 on a usage error. With --since: 0 if the service
has all signed revisions of the copy, hidden ones included, 3 if it has dropped, altered or moved one, 1 if
one is missing whose file was quarantined, or if the copy has an invalid one.`;

/**
 * Checks stories' signed revisions without trusting the service that serves them.
 *
 * @returns the exit status.
 */
export function runVerify(
  args: readonly string[],
  readSettings: (needsChain: boolean) => Settings | Promise<Settings>,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        offline: { type: "boolean", default: false },
        strict: { type: "boolean", default: false },
        since: { type: "string" },
      },
      takesPositionals: true,
      read(values, positionals): Options {
        assertArguments(["SOURCE"], positionals);
        const [sourcePath = ""] = positionals;
        if (values.since !== undefined && (values.offline || values.strict)) {
          throw new UsageError("--since takes neither --offline nor --strict.");
        }
        if (values.since !== undefined && !/^https?:/i.test(sourcePath)) {
          throw new UsageError("--since compares a service: pass its URL.");
        }
        return { ...values, sourcePath };
      },
      async run(options) {
        if (options.since !== undefined) {
          return compareWithCopy(
            options.sourcePath,
            options.since,
            await readSettings(false),
            output,
          );
        }
        const tally = await verifyAll(options, await readSettings(!options.offline), output);
        output.log(describe(tally));
        return tally.false > 0 || (options.strict && tally.unproved > 0) ? 1 : 0;
      },
    },
    args,
    output,
  );
}

interface ResultCounts extends Record<ProofResult, number> {
  /** Number of revisions verified by events, because the node lacks the state at their blocks. */
  byEvents: number;
}

async function verifyAll(
  { sourcePath, offline }: Options,
  settings: Settings,
  output: Output,
): Promise<ResultCounts> {
  // Imported on demand, as in compareWithCopy, because the help does not need it.
  const { createRevisionChain } = await import("#service/chain");
  const { summarizeProof } = await import("#protocol/stories/verifyRevision");
  const { verifiedRevisions } = await import("./verifyRevisions.ts");
  const tally: ResultCounts = { proved: 0, unproved: 0, false: 0, byEvents: 0 };
  await withProgress("Signed revisions checked:", async (countOne, show) => {
    const showBlocks = (done: bigint, total: bigint) =>
      show(`Blocks searched for transfers: ${done} of ${total}`);
    const chain = offline ? undefined : createRevisionChain(settings, showBlocks);
    const verified = verifiedRevisions(readRevisionsAt(sourcePath), settings, chain);
    for await (const { signed, steps } of verified) {
      const proof = summarizeProof(steps);
      tally[proof] += 1;
      if (proof === "proved" && steps.some(({ basis }) => basis === "events")) tally.byEvents += 1;
      const step = worstStep(steps);
      if (step) output.log(describeStep(signed, step));
      countOne();
    }
  });
  return tally;
}

/** Returns the first failed step, otherwise the first step that could not be checked. */
function worstStep(steps: readonly ProofStep[]): ProofStep | undefined {
  const firstThat = (is: ProofStep["outcome"]) => steps.find(({ outcome }) => outcome === is);
  return firstThat("failed") ?? firstThat("not checkable");
}

function describeStep(
  { drifterId, revision }: SignedRevision,
  { name, outcome, finding }: ProofStep,
): string {
  const sign = outcome === "failed" ? "✘" : "?";
  return `${sign} Token ${drifterId}, revision ${revision}: ${name}: ${finding}`;
}

function describe(tally: ResultCounts): string {
  const total = tally.proved + tally.unproved + tally.false;
  const events =
    tally.byEvents === 0 ? "" : ` (${tally.byEvents} by events, as the node lacks old state)`;
  return `${counted(total, "signed revision")}: ${tally.proved} proved${events}, ${tally.unproved} not fully checked, ${tally.false} invalid.`;
}

/** @returns the exit status. */
async function compareWithCopy(
  sourcePath: string,
  copy: string,
  settings: Settings,
  output: Output,
): Promise<number> {
  const { compareCopy, tampered } = await import("./compareCopy.ts");
  const { readServedChains } = await import("./servedChains.ts");
  const served = await readServedChains(new URL(sourcePath));
  const tally = await withProgress("Signed revisions compared:", (countOne) =>
    compareCopy(
      counting(readRevisionsAt(copy), countOne),
      settings,
      served,
      ({ drifterId, revision, fate, text }) => {
        const sign = tampered.includes(fate) ? "✘" : "?";
        output.log(`${sign} Token ${drifterId}, revision ${revision}: ${fate}: ${text}`);
      },
    ),
  );
  const total = Object.values(tally).reduce((sum, count) => sum + count, 0);
  const fates = Object.entries(tally).map(([fate, count]) => `${count} ${fate}`);
  output.log(`${counted(total, "signed revision")} of the copy: ${fates.join(", ")}.`);
  const { root, revisions, tokens } = served.checkpoint;
  output.log(
    `The service commits to ${counted(revisions, "signed revision")} of ${counted(tokens, "token")} with the root ${root}.`,
  );
  if (tampered.some((fate) => tally[fate] > 0)) return 3;
  return tally.missing + tally.unproved > 0 ? 1 : 0;
}

interface Options {
  sourcePath: string;
  since?: string | undefined;
  offline: boolean;
  strict: boolean;
}
