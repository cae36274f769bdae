import { LogsUnavailableError } from "#protocol/blockRanges";
import { prepareCall } from "#protocol/sale/callBatch";
import { chainJson } from "#protocol/sale/chainJson";
import { describeNewPhase, existingNames, newPhases } from "#protocol/sale/newPhases";
import { planPhases } from "#protocol/sale/phasePlan";
import { segmentPhases } from "#protocol/sale/phaseSegments";
import { phaseOf, type SaleCall } from "#protocol/sale/saleCalls";
import { saleWarnings } from "#protocol/sale/saleWarnings";
import { SimulationUnsupportedError } from "#protocol/sale/simulate";
import type { SaleState } from "#protocol/sale/simulateCalls";
import { type Settings, SettingsError } from "#service/settings";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readWords, UsageError } from "../../shared/commandLine/usageError.ts";
import { describeNodeError } from "../../shared/nodeErrors.ts";
import { commonOptions, readCommonOptions } from "../mint/options.ts";
import { describeEffects, describeFindings, describeSale, describeSegments } from "./describe.ts";
import { type DraftFile, DraftFileError, readDraftFile } from "./draftFile.ts";
import { type LoadedCollection, loadCollection, type Place } from "./loadCollection.ts";

const help = `Usage: npm run phases -- COMMAND [OPTIONS]

  show         Show the IDs of each phase, which are minted, and the gaps
  plan FILE    Check a draft of phases before anything is sent: gaps, overlaps, minted drifters left out,
               more IDs than the cap; then simulate the calls in an order the contract accepts, and
               print their data for the owner's wallet. Phases that the draft does not name are kept
                              unchanged; a phase whose end is its start has no IDs

  --rpc URL           the chain's node        (default RPC_URL, or the local world's)
  --contract ADDRESS  the collection          (default CONTRACT_ADDRESS, or the deployment)
  --phase NAME        a phase to read, instead of all in the contract's events; repeatable
  --new               allow phase names that do not exist yet
  --json              print all of it as JSON
  --help              show this text

FILE is JSON: [{ "name": "First Dust", "startingPoint": 1, "endPoint": 101 }], where the end is the id after
the last one; or { "phases": [ … ], "calls": ["adjustPrice(0.05 ether)"] } for further calls after them.

Exit status: 0 if the contract accepts all of it, 1 if it refuses any or the command failed, 2 on invalid usage.`;

/**
 * Shows the phases, or simulates a draft of them. Never sends a transaction.
 *
 * @returns the exit status.
 */
export async function runPhases(
  args: readonly string[],
  readSettings: () => Settings,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesWords: true,
      read: readRequest,
      run: (request) =>
        request.command === "show"
          ? show(request, readSettings, output)
          : plan(request, readSettings, output),
      explain,
    },
    args,
    output,
  );
}

async function show(
  options: Request,
  readSettings: () => Settings,
  output: Output,
): Promise<undefined> {
  const { state, blockNumber, chainId } = await loadCollection(placeOf(options, readSettings), []);
  const { sale, phases } = state;
  const segments = segmentPhases(phases, phases);
  output.log(
    options.json
      ? chainJson({ chainId, blockNumber, sale, phases, segments })
      : `${describeSale(sale, blockNumber)}\n\n${describeSegments(segments)}`,
  );
}

async function plan(
  options: Request,
  readSettings: () => Settings,
  output: Output,
): Promise<number> {
  const draft = await readDraftFile(options.file);
  const place = placeOf(options, readSettings);
  const collection = await loadCollection(place, namesIn(draft));
  const planned = planPhases({
    onChain: collection.state.phases,
    draft: draft.phases,
    maxSupply: collection.state.sale.maxSupply,
  });
  const calls = [...planned.calls, ...draft.calls];
  if (!options.new) refuseNewPhases(collection.state, calls);
  const warnings = saleWarnings(collection.state, calls, "ether");
  const result = { place, collection, planned, warnings, ...(await collection.simulate(calls)) };
  output.log(options.json ? planAsJson(result) : planAsText(result));
  return planned.canBeDone && result.effects.every(({ revert }) => !revert) ? 0 : 1;
}

function refuseNewPhases(state: SaleState, calls: readonly SaleCall[]): void {
  const [name] = newPhases(state, calls);
  if (name === undefined) return;
  const existing = existingNames(state);
  throw new UsageError(
    `${describeNewPhase(name, existing)} Correct the name, or add --new if it is new.`,
  );
}

function namesIn({ phases, calls }: DraftFile): string[] {
  return [...phases.map(({ name }) => name), ...calls.flatMap(phaseOf)];
}

interface Result extends Awaited<ReturnType<LoadedCollection["simulate"]>> {
  place: Place;
  collection: LoadedCollection;
  planned: ReturnType<typeof planPhases>;
  warnings: readonly string[];
}

function planAsText({ place, collection, planned, warnings, effects, after }: Result): string {
  const { state, blockNumber } = collection;
  const parts = [
    describeSale(state.sale, blockNumber),
    `As drafted:\n${describeSegments(segmentPhases(planned.wanted, state.phases))}`,
    describeFindings(planned.findings),
    warnings.map((warning) => `! ${warning}`).join("\n"),
  ];
  if (effects.length === 0) parts.push("No changes to send: the phases already match the draft.");
  else {
    parts.push(
      `Calls of the owner, ${state.sale.owner}, in this order, each with value 0:`,
      describeEffects(place.collection, effects),
      `Afterwards, as the contract simulates it:\n${describeSegments(segmentPhases(after.phases, after.phases))}`,
    );
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

function planAsJson({ place, collection, planned, warnings, effects, after }: Result): string {
  const { chainId, blockNumber, state } = collection;
  return chainJson({
    chainId,
    blockNumber,
    owner: state.sale.owner,
    canBeDone: planned.canBeDone && effects.every(({ revert }) => !revert),
    findings: planned.findings,
    warnings,
    segments: segmentPhases(planned.wanted, state.phases),
    calls: effects.map(({ call, ...effect }) => ({
      ...prepareCall(place.collection, call),
      ...effect,
    })),
    before: state,
    after,
  });
}

function placeOf({ rpc, contract, phase }: Request, readSettings: () => Settings): Place {
  const phaseNames = phase ?? [];
  if (rpc !== undefined && contract !== undefined) {
    return { rpcUrl: rpc, collection: contract, phaseNames };
  }
  const settings = readSettings();
  return {
    rpcUrl: rpc ?? settings.rpcUrls[0],
    collection: contract ?? settings.contractAddress,
    phaseNames,
  };
}

const optionTypes = {
  ...commonOptions,
  phase: { type: "string", multiple: true },
  new: { type: "boolean", default: false },
} as const;

type Options = OptionValues<typeof optionTypes>;

type Request = ReturnType<typeof readRequest>;

function readRequest(options: Options, words: string[]) {
  const [command, file = ""] = readWords({ show: [], plan: ["FILE"] }, words);
  return { ...options, ...readCommonOptions(options), command, file };
}

/** Returns a sentence for errors that a person can fix, and any other error unchanged. */
function explain(error: unknown): unknown {
  if (error instanceof LogsUnavailableError) {
    return `${error.message} Name each with --phase NAME.`;
  }
  const plain = [SettingsError, DraftFileError, SimulationUnsupportedError];
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  const reason = describeNodeError(error, (text) => text);
  if (reason !== undefined) return `${reason} Check --rpc and --contract.`;
  return error instanceof Error ? error.message : error;
}
