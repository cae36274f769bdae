import type { Address } from "viem";
import { checkAuthorization } from "#protocol/wire/mintAuthorization";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import {
  type AuthorizationFinding,
  authorizationFindings,
  fault,
  pass,
  saleFindings,
} from "#sale/authorizationFindings";
import { readAuthorization } from "#sale/readAuthorization";
import type { UsedMint } from "#service/chain";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { assertArguments } from "../../shared/commandLine/usageError.ts";
import {
  type ConnectedChain,
  commonOptions,
  connectChain,
  readAddress,
  readCommonOptions,
  readInput,
  readQuantity,
} from "../contract/connect.ts";
import { findUse, readUse } from "./findUse.ts";

/** Result of inspecting an authorization. */
interface Inspection {
  findings: AuthorizationFinding[];
  signer?: Address | undefined;
  use?: UsedMint | undefined;
}

/** Shows who signed an authorization, for which minter, and whether the contract accepts it now. */
export function inspectCommand(environment: Environment, output: Output) {
  return {
    options: optionTypes,
    takesPositionals: true,
    read: (options: Options, positionals: string[]) =>
      readRequest(options, positionals, environment),
    run: (request: Request) => inspect(request, environment, output),
  } as const;
}

async function inspect(
  { file, rpc, json, wanted }: Request,
  environment: Environment,
  output: Output,
): Promise<number> {
  const signed = readAuthorization(await readInput(file));
  const inspection = await examine(signed, wanted, await connectChain(environment, rpc));
  const isUsable = inspection.findings.every(({ isFault }) => !isFault);
  output.log(json ? toJson(signed, inspection, isUsable) : formatInspection(inspection, isUsable));
  return isUsable ? 0 : 1;
}

/** The intended use to check: optionally minter, quantity and contract. */
interface ExpectedMint {
  wallet?: Address;
  qty?: bigint;
  contract?: Address;
}

async function examine(
  signed: SignedMintAuthorization,
  wanted: ExpectedMint,
  chain: ConnectedChain,
): Promise<Inspection> {
  const { chainId, contract, minter, phase, transactionID } = signed;
  const terms = pass(
    `Signed for ${minter}, quantity ${signed.qty}, phase “${phase}”, transaction ID “${transactionID}”, on chain ${chainId} for the contract ${contract}.`,
  );
  const { signer } = await checkAuthorization(signed);
  if (chain.chainId !== chainId) {
    const elsewhere = fault(
      `This node serves chain ${chain.chainId}; use a node for chain ${chainId}.`,
    );
    return { findings: [terms, elsewhere], signer };
  }
  const { sale, isUsed, blockNumber } = await readUse(chain, contract, transactionID);
  const use = isUsed ? await findUse(chain, signed, blockNumber) : undefined;
  const qty = wanted.qty ?? BigInt(signed.qty);
  const findings = await authorizationFindings(signed, {
    collection: { chainId, contract: wanted.contract ?? contract },
    wallet: wanted.wallet ?? minter,
    qty,
    sale,
    isUsed,
  });
  const used = isUsed ? [fault(describeUse(use))] : [];
  return { findings: [terms, ...findings, ...used, ...saleFindings(sale, qty)], signer, use };
}

function describeUse(use: UsedMint | undefined): string {
  if (use === undefined)
    return "The block in which the authorization was used is unknown: this node's data does not show it.";
  const by = use.transaction === undefined ? "" : ` by transaction ${use.transaction}`;
  return `The authorization was used in block ${use.blockNumber}${by}.`;
}

function formatInspection({ findings }: Inspection, isUsable: boolean): string {
  const lines = findings.map(({ isFault, sentence }) => `${isFault ? "✘" : "✔"} ${sentence}`);
  const summary = isUsable
    ? "The contract currently accepts this authorization from its minter, with the price paid."
    : "The contract would reject this authorization.";
  return [...lines, summary].join("\n");
}

function toJson(
  authorization: SignedMintAuthorization,
  { findings, signer, use }: Inspection,
  isUsable: boolean,
): string {
  const { blockNumber, transaction } = use ?? {};
  const usedIn = use && { blockNumber: Number(blockNumber), transaction };
  return JSON.stringify({ isUsable, findings, signer, usedIn, authorization }, undefined, 2);
}

const optionTypes = {
  ...commonOptions,
  wallet: { type: "string" },
  qty: { type: "string" },
} as const;

type Options = OptionValues<typeof optionTypes>;

type Request = ReturnType<typeof readRequest>;

function readRequest(options: Options, positionals: string[], environment: Environment) {
  assertArguments(["FILE"], positionals);
  const [file = ""] = positionals;
  const contract = options.contract ?? (environment.CONTRACT_ADDRESS?.trim() || undefined);
  const wanted: ExpectedMint = {
    ...(options.wallet !== undefined && { wallet: readAddress("--wallet", options.wallet) }),
    ...(options.qty !== undefined && { qty: readQuantity("--qty", options.qty) }),
    ...(contract !== undefined && { contract: readAddress("--contract", contract) }),
  };
  return { ...readCommonOptions(options), file, wanted };
}
