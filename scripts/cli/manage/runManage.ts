import { chainJson } from "#protocol/sale/chainJson";
import { describeUnknownPhase } from "#protocol/sale/newPhases";
import { askPerson } from "../../shared/commandLine/askPerson.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { readWords, UsageError } from "../../shared/commandLine/usageError.ts";
import type { DeploymentNetwork } from "../deploy/network.ts";
import {
  type ConnectedChain,
  collectionOn,
  connectChain,
  newestBlock,
} from "../mint/collection.ts";
import { commonOptions, readCommonOptions } from "../mint/options.ts";
import { type CollectionState, type Place, readCollectionState } from "./collectionState.ts";
import {
  describeCollectionState,
  describeSteps,
  type RemarkedStep,
  stepsAsJson,
} from "./describe.ts";
import { remarksOn } from "./remarks.ts";
import { writeSafeFile } from "./safeFile.ts";
import { type Order, readOrder, simulateOrders, withStatesBefore } from "./simulateOrders.ts";

const help = `Usage: npm run manage -- show
       npm run manage -- call CALL… [--safe FILE]
       npm run manage -- call CALL… --send --network NAME [--yes]

  show       Owner, signer, withdrawer, balance, and the sale, as they are on chain
  call       Simulate calls in order: what each changes, or why the contract rejects it; then from, to,
             value and data of each, for a hardware wallet, a Safe or any other wallet. Nothing is sent
             and no key is read without --send. Calls that would change nothing are left out, so the
             same command can be run twice

CALL is one of
  'openSale()'  'closeSale()'              minting on, minting off: toggleMint() if needed
  'adjustSigner(0x…)'                      'changePhase("First Dust")'
  'adjustPhases("First Dust", 1, 101)'     'adjustPrice(0.05 ether)'
  'adjustMaxBatch(20)'                     'setBaseURI("https://drifters.example/metadata/")'
  'gift("First Dust", [0x…, 0x…])'         'changeWithdrawer(0x…)'
  'transferOwnership(0x…)'                 'renounceOwnership()'
  'withdrawFunds()'                        'withdrawERC20(0x…)'
  'toggleMint()'                           not with --send: a second call would undo the first

  --rpc URL           the chain's node (default RPC_URL)
  --contract ADDRESS  the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --safe FILE         write the calls for Safe's transaction builder
  --new               allow phase names that do not exist yet
  --json              print the result as JSON
  --send              send the calls with the account of --network, and read each back
  --network NAME      localhost, remote (RPC_URL and DEPLOYER_KEY) or another of hardhat.config.ts
  --yes               send without asking first
  --help              show this text

docs/runbook.md says when to use which. Exit status: 0 if the contract accepts all calls, 1 if it refuses any
or the command failed, 2 on invalid usage.`;

/** Dependencies of the command. */
export interface ManageTools {
  /** Connects to a network of hardhat.config.ts. */
  connect(name: string): Promise<DeploymentNetwork>;
  /** Prompts a person; undefined without a terminal. */
  ask(question: string): Promise<string | undefined>;
}

const ownTools: ManageTools = {
  async connect(name) {
    // Hardhat is slow to load and needed only for sending.
    const { connectNetwork } = await import("../deploy/network.ts");
    return connectNetwork(name);
  },
  ask: askPerson,
};

/**
 * Shows the collection, or simulates and optionally sends calls of its owner and withdrawer.
 *
 * @returns the exit status.
 */
export async function runManage(
  args: readonly string[],
  environment: Environment,
  output: Output,
  tools: ManageTools = ownTools,
): Promise<number> {
  return runCommand(
    {
      help,
      options: optionTypes,
      takesWords: true,
      read: readRequest,
      run: (request) =>
        request.command === "show"
          ? show(request, environment, output, tools)
          : call(request, environment, output, tools),
    },
    args,
    output,
  );
}

async function show(
  options: Request,
  environment: Environment,
  output: Output,
  tools: ManageTools,
): Promise<undefined> {
  const { chain, place } = await connect(options, environment, tools);
  const state = await chain.ask(() => readNow(place));
  output.log(options.json ? chainJson(state) : describeCollectionState(state));
}

async function call(
  options: Request,
  environment: Environment,
  output: Output,
  tools: ManageTools,
): Promise<number> {
  const { orders, safe } = options;
  const { chain, place, network } = await connect(options, environment, tools);
  const { state, steps } = await chain.ask(() => simulateAll(place, orders, options.new));
  const isRefused = steps.some(({ effect }) => effect.revert !== undefined);
  output.log(
    options.json ? stepsJson(state, steps) : stepsText(state, steps, network !== undefined),
  );
  if (safe !== undefined) output.error(await writeSafeFile(safe, state, steps));
  if (network === undefined || isRefused) return isRefused ? 1 : 0;
  const { refuseWrongSender, confirmSending, sendSteps } = await import("./send.ts");
  const dispatch = { network, place, steps, yes: options.yes, ask: tools.ask, output };
  await refuseWrongSender(dispatch);
  if (steps.every(({ isNeeded }) => !isNeeded)) return 0;
  if (!(await confirmSending(dispatch))) return 1;
  await sendSteps(dispatch);
  return 0;
}

async function simulateAll(place: Place, orders: readonly Order[], takesNewPhases: boolean) {
  const state = await readNow(place);
  const calls = takesNewPhases ? [] : orders.map(({ call }) => call);
  const unknown = await describeUnknownPhase(place.client, state, calls);
  if (unknown !== undefined) {
    throw new UsageError(
      `${unknown} Nothing was sent: correct the name, or add --new if it is new.`,
    );
  }
  const simulated = await simulateOrders(place.client, state, orders);
  const steps: RemarkedStep[] = await Promise.all(
    (await withStatesBefore(place.client, state, simulated)).map(
      async ({ step, state: before }) => ({
        ...step,
        remarks: await remarksOn(place.client, state, step, before),
      }),
    ),
  );
  return { state, steps };
}

async function readNow(place: Place): Promise<CollectionState> {
  return readCollectionState(place, await newestBlock(place, place.contract));
}

function stepsText(
  state: CollectionState,
  steps: readonly RemarkedStep[],
  isToBeSent: boolean,
): string {
  const { chainId, blockNumber, contract } = state;
  const parts = [
    `Chain ${chainId}, block ${blockNumber}, contract ${contract}`,
    describeSteps(state, steps, !isToBeSent),
  ];
  const advice = adviceOn(steps, isToBeSent);
  return [...parts, ...advice].join("\n\n");
}

function adviceOn(steps: readonly RemarkedStep[], isToBeSent: boolean): string[] {
  if (steps.some(({ effect }) => effect.revert !== undefined)) {
    return [
      "Nothing was sent. Fix the rejected calls first; sending them costs gas and changes nothing.",
    ];
  }
  if (isToBeSent || steps.every(({ isNeeded }) => !isNeeded)) return [];
  return ["Nothing was sent. Have the wallets send these one after the other, in this order."];
}

function stepsJson(state: CollectionState, steps: readonly RemarkedStep[]): string {
  const { chainId, blockNumber, contract } = state;
  return chainJson({ chainId, blockNumber, contract, calls: stepsAsJson(state, steps) });
}

/** Connects to the chain of `--network` for sending, or else to a node for reading. */
async function connect(
  { network: name, rpc, contract }: Request,
  environment: Environment,
  tools: ManageTools,
) {
  if (name === undefined) {
    const chain = await connectChain(environment, rpc);
    return { chain, place: placeOn(chain, environment, contract), network: undefined };
  }
  const { clientOf } = await import("./send.ts");
  const network = await tools.connect(name);
  const chain = { client: clientOf(network), chainId: network.chainId, ask };
  return { chain, place: placeOn(chain, environment, contract), network };
}

function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  return question();
}

function placeOn(
  { client, chainId }: Pick<ConnectedChain, "chainId" | "client">,
  environment: Environment,
  contract: string | undefined,
): Place {
  return { client, chainId, contract: collectionOn(chainId, environment, contract).address };
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

function readRequest(options: Options, words: string[]) {
  const [command, ...texts] = readWords({ show: [], call: ["CALL…"] }, words);
  if (command === "show" && options.send) throw new UsageError("Only call takes --send.");
  const orders = texts.map(readOrder);
  refuseMixture(options, orders);
  return { ...options, ...readCommonOptions(options), command, orders };
}

function refuseMixture({ send, network, rpc }: Options, orders: readonly Order[]): void {
  if (send !== (network !== undefined)) {
    throw new UsageError("--send and --network NAME go together: name both, or neither.");
  }
  if (send && rpc !== undefined) {
    throw new UsageError("--rpc is read-only. To send, set the RPC_URL that --network uses.");
  }
  if (send && orders.some(({ text }) => text.startsWith("toggleMint"))) {
    throw new UsageError("toggleMint() is not idempotent. Use 'openSale()' or 'closeSale()'.");
  }
}
