import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatEtherAmount } from "#protocol/values/ether";
import { formatMoment } from "#protocol/values/moment";
import { chainJson } from "#sale/chainJson";
import { describeNewPhase, existingNames, newPhases } from "#sale/newPhases";
import { readPhaseNames } from "#sale/phaseNames";
import { planPhases } from "#sale/phasePlan";
import { countIds, describeIds, phaseTitle } from "#sale/phaseRange";
import { type PhaseSegment, segmentPhases } from "#sale/phaseSegments";
import { applyCalls, isSafeOrder } from "#sale/safeOrder";
import { phaseNamesIn } from "#sale/saleCalls";
import type { SaleFacts } from "#sale/saleFacts";
import { type DueCalls, type ScheduledPhase, scheduleCalls } from "#sale/saleSchedule";
import { readSaleState } from "#sale/simulateCalls";
import { readSaleFile, SaleFileError } from "#service/settings";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import {
  commonOptions,
  connectChain,
  findCollection,
  newestBlock,
  readCommonOptions,
} from "../contract/connect.ts";
import { describeSteps, formatStepsJson } from "../contract/describeSteps.ts";
import { readCollectionState } from "../contract/state.ts";
import { parseRequestedCall, planCalls, toRequestedCall } from "../contract/steps.ts";
import { connect, runCalls, type SendTools, sendTools } from "../manage/runManage.ts";
import { readDraftFile } from "./draftFile.ts";

const help = `Usage: npm run phases [-- COMMAND] [OPTIONS]

  show         show the IDs of each phase, which are minted, and the gaps (the default)
  plan         compare collection/sale.json, or SALE_FILE, with the chain: the owner's calls that are due
               now, by the chain's time, those due later, and what differs
  apply        send or write the calls that are due now. Run it again at any time: what has been done is
               left out
  plan FILE    check a draft of phases before anything is sent: gaps, overlaps, minted tokens left out,
               more IDs than the cap; then simulate the calls in an order the contract accepts, and
               print their data for the owner's wallet. Phases that the draft does not name stay
               unchanged; a phase whose end is its start has no IDs

  --rpc URL           the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS  the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --phase NAME        read only this phase; repeatable
  --new               plan FILE: allow phase names that do not exist yet
  --network NAME      apply: send the calls with the account of this network of hardhat.config.ts
  --yes               apply: send without a confirmation prompt
  --safe FILE         apply: write the calls for Safe's transaction builder
  --json              print the result as JSON
  --help              show this text

  npm run phases -- apply --network remote
  npm run phases -- plan draft.json --new

docs/run-a-sale.md describes sale.json. FILE is such a file, or a draft:
[{ "name": "First Dust", "startingPoint": 1, "endPoint": 101 }], where the end is the ID after
the last one; or { "phases": [ … ], "calls": ["adjustPrice(0.05 ether)"] } to add calls after them.

Exit status: 0 if the contract accepts the plan, 1 if it rejects a call or the command failed, 2 on a usage error.`;

/**
 * Shows the phases, or simulates a sale file or a draft of phases; sends or writes calls only for `apply`.
 *
 * @returns the exit status.
 */
export function runPhases(
  args: readonly string[],
  environment: Environment,
  output: Output,
  tools: SendTools = sendTools,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesPositionals: true,
      read: readRequest,
      run(request) {
        if (request.command === "show") return show(request, environment, output);
        return request.command === "plan"
          ? plan(request, environment, output)
          : apply(request, environment, output, tools);
      },
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
  const { planned, calls, requestedCalls, schedule, read, client, state, ...at } = await readPlan(
    request,
    environment,
  );
  const [unknown] = request.new || schedule ? [] : newPhases(state, calls);
  if (unknown !== undefined) {
    throw new UsageError(
      `${describeNewPhase(unknown, existingNames(state))} Correct the name, or add --new if it is new.`,
    );
  }
  const { chainId, blockNumber, collection: contract } = at;
  const { steps, after } = await read(async () => {
    const now = await readCollectionState({ client, chainId, contract }, blockNumber);
    return {
      steps: await planCalls(client, now, requestedCalls),
      after: await readSaleState(client, at, calls),
    };
  });
  const canBeDone = planned.canBeDone && steps.every(({ effect }) => !effect.revert);
  const segments = segmentPhases(planned.wanted, state.phases);
  const { findings } = planned;
  const warnings = isSafeOrder(state, calls) ? [] : ["Minting stays on between these calls."];
  const later = schedule?.filter(({ at: time }) => time > state.sale.timestamp) ?? [];
  if (request.json) {
    const simulated = formatStepsJson({ contract }, steps);
    const { owner } = state.sale;
    output.log(
      chainJson({
        ...{ chainId, blockNumber, owner, canBeDone, findings, warnings, segments },
        ...{ calls: simulated, before: state, after, ...(schedule && { later }) },
      }),
    );
  } else {
    const parts = [
      describeSale(state.sale, blockNumber),
      `As ${schedule ? "planned" : "drafted"}:\n${describeSegments(segments)}`,
      findings.map(({ isRejected, text }) => `${isRejected ? "✘" : "·"} ${text}`).join("\n"),
      warnings.map((warning) => `! ${warning}`).join("\n"),
      ...(steps.length === 0
        ? [
            schedule
              ? "No calls are due: the sale is as planned."
              : "No changes to send: the phases already match the draft.",
          ]
        : [
            schedule
              ? `Calls that are due at ${formatMoment(state.sale.timestamp)}, the chain's time, in this order:`
              : "Calls to send, in this order:",
            describeSteps({ contract }, steps, true),
            `Afterwards, as the contract simulates it:\n${describeSegments(segmentPhases(after.phases, after.phases))}`,
          ]),
      describeLater(later),
    ];
    output.log(parts.filter((part) => part !== "").join("\n\n"));
  }
  return canBeDone ? 0 : 1;
}

/** Sends or writes the calls that are due now. */
async function apply(
  request: Request,
  environment: Environment,
  output: Output,
  tools: SendTools,
): Promise<number> {
  const { requestedCalls, schedule, chainId, collection } = await readPlan(request, environment);
  if (schedule === undefined) {
    throw new UsageError(
      `Nothing was sent: ${request.file} is a draft of phases. apply takes a sale file; send a draft's calls with npm run manage -- call.`,
    );
  }
  const chain = await connect(request, environment, tools);
  if (chain.chainId !== chainId) {
    throw new UsageError(
      `Nothing was sent: network ${request.network} is chain ${chain.chainId}, and RPC_URL is chain ${chainId}. Set RPC_URL to a node of the chain to send to.`,
    );
  }
  const { json, safe, yes } = request;
  return runCalls(
    { requestedCalls, json, safe, yes, new: true },
    { ...chain, contract: collection },
    output,
    tools,
  );
}

/** A sale file or a draft, and the collection to compare it with. */
interface PlanSource {
  file: string;
  rpc?: string | undefined;
  contract?: string | undefined;
  phase?: readonly string[];
}

/** Reads a sale file or a draft of phases, compares it with the chain, and plans the calls that are due. */
export async function readPlan(request: PlanSource, environment: Environment) {
  const file = request.file || environment.SALE_FILE || join("collection", "sale.json");
  const sale = request.file && (await isDraft(file)) ? undefined : readSale(file);
  const draft = sale ? { phases: sale, calls: [] } : await readDraftFile(file);
  const drafted = [...draft.phases.map(({ name }) => name), ...draft.calls.flatMap(phaseNamesIn)];
  const { state, ...at } = await readPhases(request, environment, drafted);
  const planned = planPhases({
    onChain: state.phases,
    draft: draft.phases,
    maxSupply: state.sale.maxSupply,
  });
  const { timestamp } = state.sale;
  const schedule = sale && scheduleCalls(sale, applyCalls(state, planned.calls), timestamp);
  const due = schedule?.find(({ at: time }) => time === timestamp);
  const calls = [...planned.calls, ...(due?.calls ?? draft.calls)];
  const requestedCalls = [
    ...planned.calls.map(toRequestedCall),
    ...(due?.texts.map(parseRequestedCall) ?? draft.calls.map(toRequestedCall)),
  ];
  return { ...at, state, planned, schedule, calls, requestedCalls };
}

/** Returns whether the file has none of the fields of a sale. */
async function isDraft(file: string): Promise<boolean> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text !== "" && !/"(\$schema|price|perWallet|list)"\s*:/.test(text);
}

/** @throws {UsageError} that lists the problems. */
function readSale(file: string): ScheduledPhase[] {
  try {
    return [...readSaleFile(file).values()];
  } catch (error) {
    if (error instanceof SaleFileError) throw new UsageError(error.message);
    throw error;
  }
}

/** Describes the calls that are due later, by time. */
function describeLater(later: readonly DueCalls[]): string {
  const lines = later.map(({ at, phase, texts }) => {
    const title = phase === undefined ? "the sale ends" : `prepare ${phaseTitle(phase)}`;
    return [`  ${formatMoment(at)}  ${title}`, ...texts.map((text) => `    ${text}`)].join("\n");
  });
  return lines.length === 0 ? "" : `Due later, with this command again:\n${lines.join("\n")}`;
}

/** Reads the sale and its phases at the latest block, including phases named in `furtherNames`. */
async function readPhases(
  { rpc, contract, phase: given = [] }: Omit<PlanSource, "file">,
  environment: Environment,
  furtherNames: readonly string[] = [],
) {
  const chain = await connectChain(environment, rpc);
  const { client, chainId, read } = chain;
  const { contract: collection } = findCollection(chainId, environment, contract);
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
  return formatTable(rows, { indent: "  ", rightAlignedColumns: 2 });
}

const optionTypes = {
  ...commonOptions,
  phase: { type: "string", multiple: true },
  new: { type: "boolean", default: false },
  network: { type: "string" },
  yes: { type: "boolean", default: false },
  safe: { type: "string" },
} as const;

type Request = ReturnType<typeof readRequest>;

function readRequest(options: OptionValues<typeof optionTypes>, positionals: string[]) {
  const [command, file = ""] = readCommand(
    { show: [], plan: ["[FILE]"], apply: ["[FILE]"] },
    positionals.length > 0 ? positionals : ["show"],
  );
  const { network, safe, rpc } = options;
  if (command === "apply" && (network === undefined) === (safe === undefined)) {
    throw new UsageError("apply takes either --network NAME, to send, or --safe FILE, to write.");
  }
  if (network !== undefined && rpc !== undefined) {
    throw new UsageError("--rpc is read-only. To send, set the RPC_URL that --network uses.");
  }
  return { ...options, ...readCommonOptions(options), command, file };
}
