import { expect } from "chai";
import type { ContractErrorName } from "#sale/contractErrors";
import type { MintArguments } from "../../../scripts/world/chain/localAccounts.ts";
import {
  authorize,
  type MintRequest,
  openPhase,
  type Sale,
  startingPrice,
  stateOf,
} from "./collection.ts";

/** With a fixed gas limit, a reverting transaction is mined. */
const mined = { gasLimit: 15_000_000n };

interface ExpectedRevert {
  /** Arguments of the error, if any. */
  args?: readonly unknown[];
  /** Phase whose range and count must not change. */
  phase?: string;
}

/** Expects that `attempt` reverts with that error of the collection, and that no state changes. */
export async function expectRevert(
  sale: Sale,
  attempt: () => Promise<unknown>,
  error: ContractErrorName,
  { args = [], phase = openPhase.name }: ExpectedRevert = {},
): Promise<void> {
  const before = await stateOf(sale, phase);
  const rejection = expect(attempt()).to.be.revertedWithCustomError(sale.collection, error);
  await (args.length === 0 ? rejection : rejection.withArgs(...args));
  expect(await stateOf(sale, phase)).to.deep.equal(before);
}

/** Expects that the holder's mint reverts: one authorized token at its price, except for `request`. */
export async function expectMintRevert(
  sale: Sale,
  request: MintRequest,
  error: ContractErrorName,
  payment: { value?: bigint } = {},
): Promise<void> {
  await expectRevertOfMint(sale, await authorize(sale, request), error, payment);
}

/** Expects that `FringeMint` with these arguments reverts for the holder, and that its ID stays unused. */
export async function expectRevertOfMint(
  sale: Sale,
  args: MintArguments,
  error: ContractErrorName,
  { value = priceOf(args) }: { value?: bigint } = {},
): Promise<void> {
  const { collection, holder } = sale;
  const isUsed = await collection.usedTransactions(args[2]);
  const attempt = () => collection.connect(holder).FringeMint(...args, { value, ...mined });
  await expectRevert(sale, attempt, error);
  expect(await collection.usedTransactions(args[2])).to.equal(isUsed);
}

/** Value for any quantity that a wallet of the simulated chain could pay. */
function priceOf([, , , qty]: MintArguments): bigint {
  return qty > 100n ? 100n * startingPrice : qty * startingPrice;
}

/** Expects that a gift in the open phase reverts. */
export function expectGiftRevert(
  sale: Sale,
  receivers: string[],
  error: ContractErrorName,
): Promise<void> {
  const attempt = () => sale.collection.gift(openPhase.name, receivers, mined);
  return expectRevert(sale, attempt, error);
}

/** Expects that a new range of a phase reverts, with these arguments of the error. */
export function expectRangeRevert(
  sale: Sale,
  [phase, start, end]: [phase: string, start: number | bigint, end: number | bigint],
  error: ContractErrorName,
  args: readonly unknown[],
): Promise<void> {
  const attempt = () => sale.collection.adjustPhases(phase, start, end);
  return expectRevert(sale, attempt, error, { args, phase });
}
