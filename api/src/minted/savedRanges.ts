import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { Database } from "../database/database.ts";
import { DurableFile } from "../durableFile.ts";
import type { Settings } from "../env.ts";
import { createRanges, type MintedRanges } from "./mintedRanges.ts";

/** The last ranges that were read, for starts without a node. */
export interface SavedRanges {
  /** Undefined if there are none of this collection. */
  read(): Promise<MintedRanges | undefined>;
  write(ranges: MintedRanges): Promise<void>;
  close(): Promise<void>;
}

type Collection = Pick<Settings, "chainId" | "contractAddress">;

/** File in `DATA_DIR`. It belongs to the chain, not to the stories. */
export const mintedFile = "minted.json";

const digits = z.string().regex(/^\d+$/);
const rangesSchema = z.strictObject({
  blockNumber: digits,
  phases: z.array(z.strictObject({ phase: z.string(), start: digits, end: digits })),
});
const fileSchema = z.strictObject({
  chainId: z.int(),
  contract: z.string(),
  ...rangesSchema.shape,
});

/**
 * Opens the saved ranges where the stories are, since a process with a database may have no folder that it can write.
 * The stories' store has locked the folder or migrated the database.
 *
 * @throws {DatabaseError}
 */
export async function openSavedRanges(
  settings: Collection & Pick<Settings, "databaseUrl" | "dataDir">,
  logger: Logger,
): Promise<SavedRanges> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl === undefined) return savedInFolder(dataDir, settings);
  return savedInDatabase(await Database.open(databaseUrl, logger, { connections: 1 }), settings);
}

function savedInFolder(dataDir: string, { chainId, contractAddress }: Collection): SavedRanges {
  const file = new DurableFile(join(dataDir, mintedFile), fileSchema.parse);
  return {
    async read() {
      const found = await file.read();
      const isOurs = found?.chainId === chainId && found.contract === contractAddress;
      return isOurs ? parse(found) : undefined;
    },
    write: (ranges) => file.write({ chainId, contract: contractAddress, ...serialise(ranges) }),
    close: async () => undefined,
  };
}

const savedIn = {
  name: "minted_ranges",
  text: "select ranges from minted_ranges where chain_id = $1 and contract = $2",
};

const save = {
  name: "save_minted_ranges",
  text: `insert into minted_ranges (chain_id, contract, ranges) values ($1, $2, $3)
    on conflict (chain_id, contract) do update set ranges = excluded.ranges`,
};

function savedInDatabase(
  database: Database,
  { chainId, contractAddress }: Collection,
): SavedRanges {
  const key = [chainId, contractAddress.toLowerCase()];
  return {
    async read() {
      const [row] = await database.ask<{ ranges: unknown }>(savedIn, key);
      return row && parse(rangesSchema.parse(row.ranges));
    },
    async write(ranges) {
      await database.ask(save, [...key, JSON.stringify(serialise(ranges))]);
    },
    close: () => database.close(),
  };
}

function serialise({ blockNumber, phases }: MintedRanges): z.infer<typeof rangesSchema> {
  return {
    blockNumber: String(blockNumber),
    phases: phases.map(({ phase, start, end }) => ({
      phase,
      start: String(start),
      end: String(end),
    })),
  };
}

function parse({ blockNumber, phases }: z.infer<typeof rangesSchema>): MintedRanges {
  return createRanges(
    BigInt(blockNumber),
    phases.map(({ phase, start, end }) => ({ phase, start: BigInt(start), end: BigInt(end) })),
  );
}
