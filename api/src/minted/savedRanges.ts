import { z } from "zod";
import type { Settings } from "../env.ts";
import type { Records } from "../records.ts";
import { createRanges, type MintedRanges } from "./mintedRanges.ts";

/** The last ranges that were read, for starts without a node. */
export interface SavedRanges {
  /** Undefined if there are none of this collection. */
  read(): Promise<MintedRanges | undefined>;
  write(ranges: MintedRanges): Promise<void>;
}

const number = z.codec(z.string().regex(/^\d+$/), z.bigint(), { decode: BigInt, encode: String });
const rangesSchema = z.strictObject({
  blockNumber: number,
  phases: z.array(z.strictObject({ phase: z.string(), start: number, end: number })),
});

export function savedRanges(
  records: Records,
  { chainId, contractAddress }: Pick<Settings, "chainId" | "contractAddress">,
): SavedRanges {
  const key = ["minted", chainId, contractAddress.toLowerCase()];
  return {
    async read() {
      const found = await records.read(key, rangesSchema);
      return found && createRanges(found.blockNumber, found.phases);
    },
    write: ({ blockNumber, phases }) =>
      records.update(key, rangesSchema, () => ({ blockNumber, phases: [...phases] })),
  };
}
