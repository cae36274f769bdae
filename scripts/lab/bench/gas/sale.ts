import { AbiCoder, concat, dataSlice, id, Wallet } from "ethers";
import { artifacts } from "hardhat";
import { FringeDrifters__factory } from "#chain/factories/FringeDrifters__factory";
import { Coin__factory } from "#chain/factories/mocks/Coin__factory";
import { authorizeMint } from "../../../world/chain/authorizeMint.ts";
import { type BenchChain, type Call, createBenchChain } from "./chain.ts";
import type { Subject } from "./subjects.ts";
import { openingNumbers } from "./transactionIds.ts";

/** Interface of every contract in the report. */
export const words = FringeDrifters__factory.createInterface();

const coinWords = Coin__factory.createInterface();

/** The only phase of the sale, large enough for the whole collection. */
export const phaseName = "First Dust";

const priceWei = 80_000_000_000_000_000n;
const signer = new Wallet(id("the gas report's signer"));

/** Returns the fixed address of a person in the report. */
export function person(name: string): `0x${string}` {
  // Safety: dataSlice returns a string that starts with 0x.
  return dataSlice(id(name), 12) as `0x${string}`;
}

/** Owns the collection and may withdraw. */
export const administrator = person("administrator");

/** Holders before the measurements, in the order of their mints. */
export const holdersAtOpening = [
  { minter: person("regular"), quantity: 20 },
  { minter: person("neighbour"), quantity: 5 },
  { minter: person("holder"), quantity: 20 },
  { minter: person("later neighbour"), quantity: 5 },
] as const;

/** A contract on its own chain, with a running sale. */
export interface BenchSale extends Pick<BenchChain, "send" | "sendAll" | "undone" | "close"> {
  subject: Subject;
  /** The contract's address. */
  address: string;
  deploymentGas: number;
  /** An ERC-20 token that the contract owns some of. */
  coin: string;
  /** Builds a transaction to the contract. */
  call(from: string, data: string): Call;
  /** Builds an authorised, exactly paid `FringeMint`. */
  mintCall(minter: `0x${string}`, quantity: number, transactionID: number | string): Promise<Call>;
}

/**
 * Deploys `subject` and opens its sale. Each has its own chain and the same address there, so that authorisations, and
 * therefore the calldata, are identical.
 */
export async function openBenchSale(
  subject: Subject,
  holders: readonly (typeof holdersAtOpening)[number][] = holdersAtOpening,
): Promise<BenchSale> {
  const chain = await createBenchChain();
  const collection = await deploy(chain, subject.bytecode, [
    ["string", "https://drifters.example/metadata/"],
    ["address", signer.address],
  ]);
  const coin = await deploy(chain, (await artifacts.readArtifact("Coin")).bytecode, [
    ["uint8", "0"],
  ]);
  const sale: BenchSale = {
    ...chain,
    subject,
    address: collection.address,
    deploymentGas: collection.gasUsed,
    coin: coin.address,
    call: (from, data) => ({ from, to: collection.address, data }),
    async mintCall(minter, quantity, transactionID) {
      const args = await authorizeMint(
        signer,
        { chainId: chain.chainId, address: collection.address },
        {
          minter,
          phase: phaseName,
          transactionID: String(transactionID),
          qty: BigInt(quantity),
        },
      );
      const data = words.encodeFunctionData("FringeMint", args);
      return { ...sale.call(minter, data), value: priceWei * BigInt(quantity) };
    },
  };
  await openPhase(sale);
  const mintTokens = coinWords.encodeFunctionData("mint", [collection.address, 1_000_000]);
  await chain.send({ from: administrator, to: coin.address, data: mintTokens });
  for (const [index, { minter, quantity }] of holders.entries()) {
    await sale.send(await sale.mintCall(minter, quantity, openingNumbers + index));
  }
  return sale;
}

/** Returns the gas of a transaction, which is undone. */
export async function gasOf({ undone, send }: BenchSale, call: Call): Promise<number> {
  const { gasUsed } = await undone(() => send(call));
  return gasUsed;
}

/** Returns the first ID of the holder's batch of twenty. */
export function holderBatchStart({ subject }: BenchSale): number {
  return subject.firstTokenId + holdersAtOpening[0].quantity + holdersAtOpening[1].quantity;
}

async function openPhase({ subject, send, call }: BenchSale): Promise<void> {
  const start = subject.firstTokenId;
  const phase = words.encodeFunctionData("adjustPhases", [phaseName, start, start + 10_000]);
  await send(call(administrator, phase));
  await send(call(administrator, words.encodeFunctionData("changePhase", [phaseName])));
  await send(call(administrator, words.encodeFunctionData("toggleMint")));
}

/** Deploys a contract; `args` are its constructor's. */
async function deploy(
  chain: Pick<BenchChain, "send">,
  bytecode: string,
  args: readonly (readonly [type: string, value: string])[] = [],
): Promise<{ address: `0x${string}`; gasUsed: number }> {
  const encoded = AbiCoder.defaultAbiCoder().encode(
    args.map(([type]) => type),
    args.map(([, value]) => value),
  );
  const { contractAddress, gasUsed } = await chain.send({
    from: administrator,
    data: concat([bytecode, encoded]),
  });
  // Safety: a deployment's receipt has an address, in hex.
  return { address: contractAddress as `0x${string}`, gasUsed };
}
