import { localChainId } from "#protocol/chain/localWorld";
import { isUint256 } from "#protocol/values/bigints";
import { explanationJson } from "#sale/chainJson";
import { formatCall } from "#sale/collectionCalls";
import type { RuleResult } from "#sale/evaluateRules";
import { explainMint, type MintExplanation } from "#sale/explainMint";
import { readAuthorization } from "#sale/readAuthorization";
import { parseSaleCall } from "#sale/saleCalls";
import { describeChain } from "#service/chain";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import {
  commonOptions,
  connectChain,
  findCollection,
  newestBlock,
  readAddress,
  readCommonOptions,
  readEther,
  readInput,
} from "../contract/connect.ts";

/** Shows every rule that prevents a wallet from minting, as simulated by the contract. */
export function explainCommand(environment: Environment, output: Output) {
  return {
    options: optionTypes,
    read: readRequest,
    run: (request: Request) => explain(request, environment, output),
  } as const;
}

async function explain(
  { rpc, contract, json, file, ...wanted }: Request,
  environment: Environment,
  output: Output,
): Promise<number> {
  const authorization = file === undefined ? undefined : readAuthorization(await readInput(file));
  const chain = await connectChain(environment, rpc);
  const collection = findCollection(chain.chainId, environment, contract);
  const symbol = await findCurrency(chain.chainId);
  const explanation = await chain.read(async () => {
    await newestBlock(chain, collection.contract);
    return explainMint(chain.client, { ...wanted, collection, authorization, symbol });
  });
  output.log(json ? explanationJson(explanation, authorization) : formatExplanation(explanation));
  return explanation.canMint ? 0 : 1;
}

/** Returns the chain's currency symbol. The local chain's is fixed, because loading viem's list of chains is slow. */
async function findCurrency(chainId: number): Promise<string> {
  return chainId === localChainId ? "ETH" : (await describeChain(chainId)).nativeCurrency.symbol;
}

function formatExplanation(explanation: MintExplanation): string {
  const { canMint, wallet, qty, sale, blockNumber, whatIf, results } = explanation;
  const could = whatIf.length > 0 ? (canMint ? "could" : "could not") : canMint ? "can" : "cannot";
  const then = whatIf.map(
    ({ call, revert }) =>
      `${revert ? "✘" : "✔"} first ${formatCall(call)}${revert ? `: ${revert.title}. ${revert.cause}` : ""}`,
  );
  return [
    `${wallet} ${could} mint ${qty} of “${sale.phase.name}” at block ${blockNumber}.`,
    "",
    ...then,
    ...results.flatMap(describeResult),
  ].join("\n");
}

const marks = { passed: "✔", failed: "✘", skipped: "·" } as const;

function describeResult({ title, result, facts, reasons, fix, revert }: RuleResult): string[] {
  const name = revert && revert.title !== title ? ` (${revert.title})` : "";
  return [
    `${marks[result]} ${title}${name}. ${facts}`.trimEnd(),
    ...(result === "skipped" ? [`    Skipped: ${reasons.join(" ")}`] : reasons.map(indented)),
    ...(fix === undefined ? [] : [`    → ${fix}`]),
  ];
}

function indented(line: string): string {
  return `    ${line}`;
}

const optionTypes = {
  ...commonOptions,
  wallet: { type: "string" },
  qty: { type: "string", default: "1" },
  value: { type: "string" },
  authorization: { type: "string" },
  "what-if": { type: "string", multiple: true },
} as const;

type Options = OptionValues<typeof optionTypes>;

type Request = ReturnType<typeof readRequest>;

function readRequest(values: Options) {
  if (!isUint256(values.qty)) {
    throw new UsageError(`--qty requires a whole number, not "${values.qty}".`);
  }
  return {
    wallet: readAddress("--wallet", values.wallet),
    qty: BigInt(values.qty),
    value: values.value === undefined ? undefined : readEther("--value", values.value),
    whatIf: (values["what-if"] ?? []).map((call) => parseSaleCall(call)),
    file: values.authorization,
    ...readCommonOptions(values),
  };
}
