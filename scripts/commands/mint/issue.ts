import { randomUUID } from "node:crypto";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { localChainId, localSignerKey } from "#protocol/chain/localWorld";
import { signMintAuthorization } from "#protocol/wire/mintAuthorization";
import { authorizationFindings, saleFindings } from "#sale/authorizationFindings";
import { isSequenceNumber } from "#service/authorizations";
import { signerKeySchema } from "#service/settings";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import type { OptionValues } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import {
  commonOptions,
  connectChain,
  findCollection,
  readAddress,
  readCommonOptions,
  readQuantity,
} from "../contract/connect.ts";
import { readUse } from "./findUse.ts";

/** Signs an authorization and prints it as JSON; warns if the contract would reject it. */
export function issueCommand(environment: Environment, output: Output) {
  return {
    options: optionTypes,
    read: readRequest,
    run: (request: Request) => issue(request, environment, output),
  } as const;
}

async function issue(
  { wallet, qty, rpc, contract, ...options }: Request,
  environment: Environment,
  output: Output,
): Promise<number> {
  const chain = await connectChain(environment, rpc);
  const signer = getSigner(chain.chainId, environment);
  const collection = findCollection(chain.chainId, environment, contract);
  const { sale, ...known } = await readUse(chain, collection.contract, options.transactionID ?? "");
  const phase = options.phase ?? sale.phase.name;
  const transactionID = options.transactionID ?? `${phase}/${wallet}/${randomUUID()}`;
  const terms = { minter: wallet, phase, transactionID, qty };
  const signed = await signMintAuthorization(signer, collection, terms);
  output.log(JSON.stringify(signed, undefined, options.json ? undefined : 2));

  const isUsed = options.transactionID !== undefined && known.isUsed;
  const mint = { collection, wallet, qty, sale, isUsed };
  const findings = [...(await authorizationFindings(signed, mint)), ...saleFindings(sale, qty)];
  const faults = findings.filter(({ isFault }) => isFault);
  for (const { sentence } of faults) output.error(sentence);
  return faults.length === 0 ? 0 : 1;
}

function getSigner(chainId: number, environment: Environment): PrivateKeyAccount {
  const key = environment.MINT_SIGNER_KEY?.trim();
  if (key === undefined || key === "") {
    if (chainId === localChainId) return privateKeyToAccount(localSignerKey);
    throw new UsageError(
      `Set MINT_SIGNER_KEY in the environment or in .env: chain ${chainId} is not the local chain.`,
    );
  }
  const parsed = signerKeySchema.safeParse(key);
  if (parsed.success) return parsed.data;
  throw new UsageError(`MINT_SIGNER_KEY ${parsed.error.issues[0]?.message}.`);
}

const optionTypes = {
  ...commonOptions,
  wallet: { type: "string" },
  qty: { type: "string" },
  phase: { type: "string" },
  "transaction-id": { type: "string" },
} as const;

type Options = OptionValues<typeof optionTypes>;

type Request = ReturnType<typeof readRequest>;

function readRequest({ "transaction-id": transactionID, ...options }: Options) {
  if (transactionID !== undefined && isSequenceNumber(transactionID)) {
    throw new UsageError(
      `--transaction-id: "${transactionID}" is a plain number; plain numbers are reserved for the service.`,
    );
  }
  return {
    ...readCommonOptions(options),
    phase: options.phase,
    wallet: readAddress("--wallet", options.wallet),
    qty: readQuantity("--qty", options.qty),
    transactionID,
  };
}
