import { writeFile } from "node:fs/promises";
import { callBatchFile } from "#sale/callBatch";
import { chainJson } from "#sale/chainJson";
import { describeUnknownPhase } from "#sale/newPhases";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { promptPerson } from "../../shared/commandLine/promptPerson.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand, UsageError } from "../../shared/commandLine/usageError.ts";
import {
  commonOptions,
  connectChain,
  findCollection,
  readCommonOptions,
} from "../contract/connect.ts";
import { describeSteps, formatStepsJson } from "../contract/describeSteps.ts";
import { connectNetwork, type DeploymentNetwork } from "../contract/network.ts";
import {
  assertRightSender,
  confirmSending,
  type Prompt,
  sendRequestedCalls,
  toPublicClient,
} from "../contract/send.ts";
import {
  type CollectionOnChain,
  type CollectionState,
  describeCollectionState,
  readCollectionState,
} from "../contract/state.ts";
import {
  type AnnotatedStep,
  parseRequestedCall,
  planCalls,
  type RequestedCall,
} from "../contract/steps.ts";

const help = `Usage: npm run manage -- show
       npm run manage -- call CALL… [--safe FILE]
       npm run manage -- call CALL… --send --network NAME [--yes]

  show       show the owner, signer, withdrawer, balance and sale
  call       simulate calls in order: what each changes, or why the contract rejects it; then print from,
             to, value and data of each, for a hardware wallet, a Safe or any wallet. Nothing is sent
             and no key is read without --send. Calls that would change nothing are left out, so the
             same command can be run twice

CALL is one of
  'openSale()'  'closeSale()'              minting on, minting off: toggleMint() if needed
  'adjustSigner(0x…)'                      'changePhase("First Dust")'
  'adjustPhases("First Dust", 1, 101)'     'adjustPrice(0.05 ether)'
  'adjustMaxBatch(20)'                     'setBaseURI("https://site.example/metadata/")'
  'setRoyalty(0x…, 500)'                   'announceUpdatedMetadata(1, 48)'
  'gift("First Dust", [0x…, 0x…])'         'changeWithdrawer(0x…)'
  'transferOwnership(0x…)'                 'renounceOwnership()'
  'withdrawFunds()'                        'withdrawERC20(0x…)'
  'toggleMint()'                           not with --send: a second call would undo the first

  --rpc URL           the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS  the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --safe FILE         write the calls for Safe's transaction builder
  --new               allow phase names that do not exist yet
  --json              print the result as JSON
  --send              send the calls with the account of --network, and read each back
  --network NAME      localhost, remote (RPC_URL and DEPLOYER_KEY) or any network of hardhat.config.ts
  --yes               send without a confirmation prompt
  --help              show this text

  npm run manage -- call 'adjustPrice(0.05 ether)' 'openSale()'

docs/runbook.md explains when to use each. Exit status: 0 if the contract accepts all calls, 1 if it rejects any
or the command failed, 2 on a usage error.`;

/** Dependencies of commands that send calls. */
export interface SendTools {
  /** Connects to a network of hardhat.config.ts. */
  connect(name: string): Promise<DeploymentNetwork>;
  prompt: Prompt;
}

export const sendTools: SendTools = { connect: connectNetwork, prompt: promptPerson };

/**
 * Shows the collection, or simulates and optionally sends calls by its owner and withdraw address.
 *
 * @returns the exit status.
 */
export async function runManage(
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
      async run(request) {
        const chain = await connect(request, environment, tools);
        const { contract } = findCollection(chain.chainId, environment, request.contract);
        const collection = { ...chain, contract };
        if (request.command === "call") return runCalls(request, collection, output, tools);
        const state = await chain.read(() => readCollectionState(collection));
        output.log(request.json ? chainJson(state) : describeCollectionState(state));
        return undefined;
      },
    },
    args,
    output,
  );
}

/** A chain to read from and, if `network` is set, to send to. */
type Chain = Awaited<ReturnType<typeof connect>>;

/** Connects to a network, or to a node that is only read. */
export async function connect(
  { network: name, rpc }: Pick<Request, "network" | "rpc">,
  environment: Environment,
  tools: SendTools,
) {
  if (name === undefined) {
    return { ...(await connectChain(environment, rpc)), network: undefined };
  }
  const network = await tools.connect(name);
  const read = <Result>(request: () => Promise<Result>) => request();
  return { client: toPublicClient(network), chainId: network.chainId, read, network };
}

/**
 * Simulates calls, prints them, and writes or sends them on request.
 *
 * @returns the exit status.
 */
export async function runCalls(
  { requestedCalls, json, safe, yes, new: takesNewPhases }: CallRequest,
  collection: CollectionOnChain & Chain,
  output: Output,
  { prompt }: SendTools,
): Promise<number> {
  const { network } = collection;
  const { state, steps } = await collection.read(() =>
    plan(collection, requestedCalls, takesNewPhases),
  );
  const isRejected = steps.some(({ effect }) => effect.revert !== undefined);
  const { chainId, blockNumber, contract } = state;
  const text = [
    `Chain ${chainId}, block ${blockNumber}, contract ${contract}`,
    describeSteps(state, steps, network === undefined),
    ...describeNextStep(steps, network !== undefined),
  ].join("\n\n");
  const calls = formatStepsJson(state, steps);
  output.log(json ? chainJson({ chainId, blockNumber, contract, calls }) : text);
  if (safe !== undefined) output.error(await writeSafeFile(safe, state, steps));
  if (network === undefined || isRejected) return isRejected ? 1 : 0;
  await assertRightSender(network, steps);
  if (steps.every(({ isNeeded }) => !isNeeded)) return 0;
  const isRenouncing = requestedCalls.some(({ call }) => call.functionName === "renounceOwnership");
  await confirmSending({ network, yes, prompt, isRenouncing });
  await sendRequestedCalls(network, collection, requestedCalls, output);
  return 0;
}

async function plan(
  collection: CollectionOnChain,
  requestedCalls: readonly RequestedCall[],
  takesNewPhases: boolean,
) {
  const state = await readCollectionState(collection);
  const calls = takesNewPhases ? [] : requestedCalls.map(({ call }) => call);
  const unknown = await describeUnknownPhase(collection.client, state, calls);
  if (unknown !== undefined) {
    throw new UsageError(
      `${unknown} Nothing was sent: correct the name, or add --new if it is new.`,
    );
  }
  return { state, steps: await planCalls(collection.client, state, requestedCalls) };
}

function describeNextStep(steps: readonly AnnotatedStep[], isToBeSent: boolean): string[] {
  if (steps.some(({ effect }) => effect.revert !== undefined)) {
    return [
      "Nothing was sent. Fix the rejected calls first; sending them costs gas and changes nothing.",
    ];
  }
  if (isToBeSent || steps.every(({ isNeeded }) => !isNeeded)) return [];
  return ["Nothing was sent. Have the wallets send these calls sequentially, in this order."];
}

/**
 * Writes the needed calls for Safe's Transaction Builder, which sends them from one account.
 *
 * @returns a message with the result.
 * @throws {UsageError}
 */
async function writeSafeFile(
  path: string,
  { chainId, contract }: CollectionState,
  steps: readonly AnnotatedStep[],
): Promise<string> {
  const needed = steps.filter(({ isNeeded }) => isNeeded);
  if (needed.length === 0) return `Nothing to send, so ${path} was not written.`;
  if (needed.some(({ effect }) => effect.revert !== undefined)) {
    throw new UsageError(`${path} was not written: the contract rejects a call. Fix it first.`);
  }
  const senders = new Set(needed.map(({ sender }) => sender.address));
  if (senders.size > 1) {
    throw new UsageError(
      `${path} was not written: the calls require different accounts. Write one file per account.`,
    );
  }
  const calls = needed.map(({ effect }) => effect.call);
  await writeFile(path, `${callBatchFile(chainId, contract, calls)}\n`);
  return `Written to ${path}, for Safe's transaction builder of ${[...senders].join()}.`;
}

const optionTypes = {
  ...commonOptions,
  safe: { type: "string" },
  network: { type: "string" },
  new: { type: "boolean", default: false },
  send: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

type Options = OptionValues<typeof optionTypes>;

type Request = ReturnType<typeof readRequest>;
interface CallRequest extends Pick<Request, "requestedCalls" | "json" | "yes" | "new"> {
  /** File for Safe's transaction builder. */
  safe?: string | undefined;
}

function readRequest(options: Options, positionals: string[]) {
  const [command, ...texts] = readCommand({ show: [], call: ["CALL…"] }, positionals);
  if (command === "show" && options.send) throw new UsageError("Only call accepts --send.");
  const requestedCalls = texts.map(parseRequestedCall);
  assertOnlySendsOrPrints(options, requestedCalls);
  return { ...options, ...readCommonOptions(options), command, requestedCalls };
}

function assertOnlySendsOrPrints(
  { send, network, rpc }: Options,
  requestedCalls: readonly RequestedCall[],
): void {
  if (send !== (network !== undefined)) {
    throw new UsageError("--send and --network NAME go together: pass both, or neither.");
  }
  if (send && rpc !== undefined) {
    throw new UsageError("--rpc is read-only. To send, set the RPC_URL that --network uses.");
  }
  if (send && requestedCalls.some(({ text }) => text.startsWith("toggleMint"))) {
    throw new UsageError("toggleMint() is not idempotent. Use 'openSale()' or 'closeSale()'.");
  }
}
