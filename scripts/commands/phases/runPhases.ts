import { formatEtherAmount } from "#protocol/values/ether";
import { chainJson } from "#sale/chainJson";
import { describeNewPhase, existingNames, newPhases } from "#sale/newPhases";
import { readPhaseNames } from "#sale/phaseNames";
import { planPhases } from "#sale/phasePlan";
import { countIds, describeIds, phaseTitle } from "#sale/phaseRange";
import { type PhaseSegment, segmentPhases } from "#sale/phaseSegments";
import { isSafeOrder } from "#sale/safeOrder";
import { phaseNamesIn } from "#sale/saleCalls";
import type { SaleFacts } from "#sale/saleFacts";
import { readSaleState } from "#sale/simulateCalls";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import {
  collectionOn,
  commonOptions,
  connectChain,
  newestBlock,
  readCommonOptions,
} from "../contract/connect.ts";
import { describeSteps, stepsAsJson } from "../contract/describeSteps.ts";
import { readCollectionState } from "../contract/state.ts";
import { orderOf, planOrders } from "../contract/steps.ts";
import { readDraftFile } from "./draftFile.ts";

const help = `Usage: npm run phases [-- COMMAND] [OPTIONS]

  show         show the IDs of each phase, which are minted, and the gaps (the default)
  plan FILE    check a draft of phases before anything is sent: gaps, overlaps, minted tokens left out,
               more IDs than the cap; then simulate the calls in an order the contract accepts, and
               print their data for the owner's wallet. Phases that the draft does not name stay
               unchanged; a phase whose end is its start has no IDs

  --rpc URL           the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS  the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --phase NAME        read only this phase; repeatable
  --new               allow phase names that do not exist yet
  --json              print the result as JSON
  --help              show this text

  npm run phases -- plan draft.json --new

FILE is JSON: [{ "name": "First Dust", "startingPoint": 1, "endPoint": 101 }], where the end is the ID after
the last one; or { "phases": [ … ], "calls": ["adjustPrice(0.05 ether)"] } to add calls after them.

Exit status: 0 if the contract accepts the plan, 1 if it rejects a call or the command failed, 2 on a usage error.`;

/**
 * Shows the phases, or simulates a draft of them. Never sends a transaction.
 *
 * @returns the exit status.
 */
export function runPhases(
  args: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesPositionals: true,
      read: readRequest,
      run: (request) =>
        request.command === "show"
          ? show(request, environment, output)
          : plan(request, environment, output),
    },
    args,
    output,
  );
}

async function show(request: Request, environment: Environment, output: Output) {
  const { chainId, blockNumber, state } = await readPhases(request, environment);
  const segments = segmentPhases(state.phases, state.phases);
  output.log(
    request.json
      ? chainJson({ chainId, blockNumber, ...state, segments })
      : `${describeSale(state.sale, blockNumber)}\n\n${describeSegments(segments)}`,
  );
  return undefined;
}

async function plan(request: Request, environment: Environment, output: Output) {
  const draft = await readDraftFile(request.file);
  const drafted = [...draft.phases.map(({ name }) => name), ...draft.calls.flatMap(phaseNamesIn)];
  const { read, client, state, ...at } = await readPhases(request, environment, drafted);
  const planned = planPhases({
    onChain: state.phases,
    draft: draft.phases,
    maxSupply: state.sale.maxSupply,
  });
  const calls = [...planned.calls, ...draft.calls];
  const [unknown] = request.new ? [] : newPhases(state, calls);
  if (unknown !== undefined) {
    throw new UsageError(
      `${describeNewPhase(unknown, existingNames(state))} Correct the name, or add --new if it is new.`,
    );
  }
  const { chainId, blockNumber, collection: contract } = at;
  const { steps, after } = await read(async () => {
    const now = await readCollectionState({ client, chainId, contract }, blockNumber);
    return {
      steps: await planOrders(client, now, calls.map(orderOf)),
      after: await readSaleState(client, at, calls),
    };
  });
  const canBeDone = planned.canBeDone && steps.every(({ effect }) => !effect.revert);
  const segments = segmentPhases(planned.wanted, state.phases);
  const { findings } = planned;
  const warnings = isSafeOrder(state, calls) ? [] : ["Minting stays on between these calls."];
  if (request.json) {
    const simulated = stepsAsJson({ contract }, steps);
    const { owner } = state.sale;
    output.log(
      chainJson({
        ...{ chainId, blockNumber, owner, canBeDone, findings, warnings, segments },
        ...{ calls: simulated, before: state, after },
      }),
    );
  } else {
    const parts = [
      describeSale(state.sale, blockNumber),
      `As drafted:\n${describeSegments(segments)}`,
      findings.map(({ isRejected, text }) => `${isRejected ? "✘" : "·"} ${text}`).join("\n"),
      warnings.map((warning) => `! ${warning}`).join("\n"),
      ...(steps.length === 0
        ? ["No changes to send: the phases already match the draft."]
        : [
            "Calls to send, in this order:",
            describeSteps({ contract }, steps, true),
            `Afterwards, as the contract simulates it:\n${describeSegments(segmentPhases(after.phases, after.phases))}`,
          ]),
    ];
    output.log(parts.filter((part) => part !== "").join("\n\n"));
  }
  return canBeDone ? 0 : 1;
}

/** Reads the sale and its phases at the latest block, including phases named in `furtherNames`. */
async function readPhases(
  { rpc, contract, phase: given = [] }: Request,
  environment: Environment,
  furtherNames: readonly string[] = [],
) {
  const chain = await connectChain(environment, rpc);
  const { client, chainId, read } = chain;
  const { contract: collection } = collectionOn(chainId, environment, contract);
  return read(async () => {
    const blockNumber = await newestBlock(chain, collection);
    const known = given.length > 0 ? given : await readPhaseNames(client, collection, blockNumber);
    const at = { collection, phaseNames: [...new Set([...known, ...furtherNames])], blockNumber };
    const state = await readSaleState(client, at);
    const unknown = given.find((name) => !existingNames(state).includes(name));
    if (unknown !== undefined) {
      const all = await readPhaseNames(client, collection, blockNumber).catch(() => []);
      throw new UsageError(`${describeNewPhase(unknown, all)} Correct the name.`);
    }
    return { client, chainId, read, ...at, state };
  });
}

const kinds = {
  minted: "minted",
  open: "not minted yet",
  gap: "no phase",
  overlap: "TWO PHASES",
  lost: "MINTED AND LEFT OUT",
} as const satisfies Record<PhaseSegment["kind"], string>;

/** Describes the sale in one line. */
function describeSale(sale: SaleFacts, blockNumber: bigint): string {
  const { phase, isMinting, price, maxBatch, totalSupply, maxSupply } = sale;
  const left = `${countIds(phase) - phase.currentCount} of ${countIds(phase)} left`;
  return `Block ${blockNumber}: minting is ${isMinting ? "on" : "off"}; ${phaseTitle(phase.name)} is the phase to sell, ${left}, ${formatEtherAmount(price)} each, up to ${maxBatch} in a mint; ${totalSupply} of ${maxSupply} are minted.`;
}

/** Describes the ranges in ascending order, one per line. */
function describeSegments(segments: readonly PhaseSegment[]): string {
  if (segments.length === 0) return "No phase has any IDs.";
  const rows = segments.map((segment) => [
    describeIds(segment),
    String(countIds(segment)),
    kinds[segment.kind],
    segment.names.map(phaseTitle).join(" and "),
  ]);
  return formatTable(rows, { indent: "  ", rightColumns: 2 });
}

const optionTypes = {
  ...commonOptions,
  phase: { type: "string", multiple: true },
  new: { type: "boolean", default: false },
} as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(options: OptionValues<typeof optionTypes>, positionals: string[]) {
  const [command, file = ""] = readCommand(
    { show: [], plan: ["FILE"] },
    positionals.length > 0 ? positionals : ["show"],
  );
  return { ...options, ...readCommonOptions(options), command, file };
}
