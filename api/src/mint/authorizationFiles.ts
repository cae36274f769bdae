import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { getAddress } from "viem";
import { z } from "zod";
import { DurableFile } from "../durableFile.ts";
import type { IssuedSlot, NumberSequence, SequenceOwner, SlotHolder } from "./store.ts";

const digits = z.string().regex(/^\d+$/);

/** Slots of one wallet in one phase, in order. */
export const slotFileSchema = z.strictObject({
  chainId: z.int(),
  contract: z.string(),
  phase: z.string(),
  minter: z.string(),
  slots: z.array(
    z.strictObject({
      transactionID: z.string(),
      /** Largest quantity that was signed. */
      qty: digits,
      settled: z.exactOptional(digits),
      since: z.exactOptional(digits),
    }),
  ),
});
export type SlotFile = z.infer<typeof slotFileSchema>;

export const sequenceFileSchema = z.strictObject({
  chainId: z.int(),
  contract: z.string(),
  last: z.int().min(0),
  signer: z.exactOptional(z.string()),
});
export type SequenceFile = z.infer<typeof sequenceFileSchema>;

/** Path of the record, inside the folder of the stories. */
export function authorizationFolder(dataDir: string): string {
  return join(dataDir, "mint");
}

/**
 * Reads all slots in a folder that need not be open.
 *
 * @throws {CorruptFileError}
 */
export function readAuthorizations(dataDir: string): AsyncIterable<HeldSlots> {
  return readSlots(authorizationFolder(dataDir));
}

/**
 * The sequence of each collection, from a folder that need not be open.
 *
 * @throws {CorruptFileError}
 */
export async function* readSequences(
  dataDir: string,
): AsyncIterable<{ owner: SequenceOwner; sequence: NumberSequence }> {
  const folder = authorizationFolder(dataDir);
  for (const name of await namesIn(folder, /^sequence-[0-9a-f]{64}\.json$/)) {
    const data = await new DurableFile(join(folder, name), sequenceFileSchema.parse).read();
    if (data === null) continue;
    const owner = { chainId: data.chainId, contract: getAddress(data.contract) };
    yield { owner, sequence: sequenceOf(data) };
  }
}

export function sequenceOf({ last, signer }: SequenceFile): NumberSequence {
  return { last, signer: signer === undefined ? undefined : getAddress(signer) };
}

interface HeldSlots {
  holder: SlotHolder;
  slots: readonly IssuedSlot[];
}

export async function* readSlots(folder: string): AsyncIterable<HeldSlots> {
  for (const name of await namesIn(folder, /^[0-9a-f]{64}\.json$/)) {
    const data = await new DurableFile(join(folder, name), slotFileSchema.parse).read();
    if (data === null) continue;
    const { chainId, contract, phase, minter } = data;
    const holder = { chainId, contract: getAddress(contract), phase, minter: getAddress(minter) };
    yield { holder, slots: slotsIn(data) };
  }
}

async function namesIn(folder: string, form: RegExp): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => form.test(name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

export function slotsIn(data: SlotFile): IssuedSlot[] {
  return data.slots.map(({ transactionID, qty, settled, since = "0" }, index) => ({
    number: index + 1,
    transactionID,
    largest: BigInt(qty),
    settled: settled === undefined ? undefined : BigInt(settled),
    since: BigInt(since),
  }));
}

export function entryOf({
  transactionID,
  largest,
  settled,
  since,
}: IssuedSlot): SlotFile["slots"][number] {
  const entry = { transactionID, qty: `${largest}`, since: `${since}` };
  return settled === undefined ? entry : { ...entry, settled: `${settled}` };
}

/** Returns a hash as file name, because a phase's name may contain any character. */
export function slotFileName(holder: SlotHolder): string {
  return `${sha256(slotKeyOf(holder))}.json`;
}

export function sequenceFileName(owner: SequenceOwner): string {
  return `sequence-${sha256(sequenceKeyOf(owner))}.json`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function slotKeyOf({ chainId, contract, phase, minter }: Omit<SlotFile, "slots">): string {
  return JSON.stringify([chainId, contract.toLowerCase(), phase, minter.toLowerCase()]);
}

export function sequenceKeyOf({
  chainId,
  contract,
}: Pick<SequenceFile, "chainId" | "contract">): string {
  return JSON.stringify([chainId, contract.toLowerCase()]);
}
