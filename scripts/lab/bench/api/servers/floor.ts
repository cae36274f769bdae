// The minimal save: hash, recover the signer, call the chain once, write once and wait for the disk.
import { hash } from "node:crypto";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Pool } from "pg";
import { encodeFunctionData, isAddressEqual, recoverMessageAddress } from "viem";
import { fringeDriftersAbi as abi } from "#chain/abi";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { syncFolder } from "#service/files";
import { listen } from "../../../listen.ts";
import type { StoreLocation } from "../storeLocation.ts";
import type { Serve } from "./serving.ts";

const ownerQuestion = encodeFunctionData({ abi, functionName: "ownerOf", args: [1n] });

export interface FloorInput {
  store: StoreLocation;
  rpcUrl: string;
}

interface Writer {
  write(narrativeHash: string, receipt: string): Promise<unknown>;
  close(): Promise<void>;
}

export const serve: Serve<FloorInput> = async ({ store, rpcUrl }) => {
  const writer = "DATA_DIR" in store ? toFile(store.DATA_DIR) : await toRow(store.DATABASE_URL);
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    // Safety: only the bench's own saves are sent here.
    const save = JSON.parse(text) as NarrativeSaveRequest;
    const narrativeHash = hash("sha256", save.narrative);
    const owner = await readOwner(rpcUrl);
    const signer = await recoverMessageAddress({
      message: save.signedMessage,
      signature: save.signature,
    });
    const isRight = isAddressEqual(signer, owner) && save.signedMessage.endsWith(narrativeHash);
    if (isRight) await writer.write(narrativeHash, text);
    response.statusCode = isRight ? 200 : 403;
    response.end(text);
  });
  const { url, close } = await listen(server);
  return { url, close: () => close().then(writer.close) };
};

async function readOwner(rpcUrl: string): Promise<`0x${string}`> {
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "eth_call",
    params: [{ data: ownerQuestion }, "latest"],
  };
  const answer = await fetch(rpcUrl, { method: "POST", body: JSON.stringify(call) });
  // Safety: the chain stub responds to each call with an address in 32 bytes.
  const { result } = (await answer.json()) as { result: string };
  return `0x${result.slice(-40)}`;
}

/** Writes a new file and its directory entry durably. */
function toFile(folder: string): Writer {
  return {
    async write(narrativeHash, receipt) {
      const file = await open(join(folder, `${narrativeHash}.json`), "wx");
      await file.writeFile(receipt);
      await file.sync();
      await file.close();
      await syncFolder(folder);
    },
    close: async () => undefined,
  };
}

/** Inserts and commits a new row. */
async function toRow(databaseUrl: string): Promise<Writer> {
  const pool = new Pool({ connectionString: databaseUrl, max: 10 });
  await pool.query("create table receipts (hash text primary key, receipt text not null)");
  const insert = { name: "insert", text: "insert into receipts values ($1, $2)" };
  return { write: (...values) => pool.query({ ...insert, values }), close: () => pool.end() };
}
