import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
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

/** Fixed gas limit, with which a reverting transaction is mined. */
const mined = { gasLimit: 15_000_000n };

interface ExpectedRevert {
  /** Arguments of the error, if any. */
  args?: readonly unknown[];
  /** Phase whose range and count must not change. */
  phase?: string;
}

/** Expects `attempt` to revert with that error of the collection and without a state change. */
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

/** Expects the holder's mint to revert: one authorized token at its price, changed by `request`. */
export async function expectMintRevert(
  sale: Sale,
  request: MintRequest,
  error: ContractErrorName,
  payment: { value?: bigint } = {},
): Promise<void> {
  await expectRevertOfMint(sale, await authorize(sale, request), error, payment);
}

/** Expects `FringeMint` with these arguments to revert for the holder, and its ID to stay unused. */
export async function expectRevertOfMint(
  sale: Sale,
  args: MintArguments,
  error: ContractErrorName,
  { value = priceOf(args) }: { value?: bigint } = {},
): Promise<void> {
  const { collection, holder } = sale;
  const isUsed = await collection.usedTransactions(args[2]);
  const attempt = () =>
    collection.connect(holder)[collectionConfig.mintFunction](...args, { value, ...mined });
  await expectRevert(sale, attempt, error);
  expect(await collection.usedTransactions(args[2])).to.equal(isUsed);
}

/** Returns the price of any quantity that a wallet of the simulated chain could pay. */
function priceOf([, , , qty]: MintArguments): bigint {
  return qty > 100n ? 100n * startingPrice : qty * startingPrice;
}

/** Expects a gift in the open phase to revert. */
export function expectGiftRevert(
  sale: Sale,
  receivers: string[],
  error: ContractErrorName,
): Promise<void> {
  const attempt = () => sale.collection.gift(openPhase.name, receivers, mined);
  return expectRevert(sale, attempt, error);
}

/** Expects a new range of a phase to revert with these error arguments. */
export function expectRangeRevert(
  sale: Sale,
  [phase, start, end]: [phase: string, start: number | bigint, end: number | bigint],
  error: ContractErrorName,
  args: readonly unknown[],
): Promise<void> {
  const attempt = () => sale.collection.adjustPhases(phase, start, end);
  return expectRevert(sale, attempt, error, { args, phase });
}
