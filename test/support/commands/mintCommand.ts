import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEther } from "viem";
import { collectionConfig } from "#collection/collection.config.ts";
import { mintArguments, signMintAuthorization } from "#protocol/wire/mintAuthorization";
import { readAuthorization } from "#sale/readAuthorization";
import { runMint } from "../../../scripts/commands/mint/runMint.ts";
import { runTrace } from "../../../scripts/commands/trace/runTrace.ts";
import { account } from "../api/apiFixture.ts";
import { revertAfterEach } from "../api/borrowedChain.ts";
import { useMintFixture } from "../api/mintFixture.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { runInProcess } from "./commandHere.ts";

/** Address of the minting wallet, the node's account 2. */
export const minter = account(2).address;

/** Runs `npm run mint` and `npm run trace` on an open sale, reset for each test of the surrounding `describe`. */
export function useMintCommand() {
  const fixture = useMintFixture();
  revertAfterEach(fixture);
  const environment: Record<string, string | undefined> = {};
  beforeEach(() => {
    for (const name of Object.keys(environment)) delete environment[name];
    Object.assign(environment, { RPC_URL: fixture.chain.url, CONTRACT_ADDRESS: fixture.address });
  });
  const mint = (...args: string[]) => runInProcess((output) => runMint(args, environment, output));
  return {
    fixture,
    environment,
    mint,
    trace: (...args: string[]) => runInProcess((output) => runTrace(args, environment, output)),
    /** Issues an authorization of two tokens for `minter`. */
    async issue(...args: string[]) {
      const { stdout } = await mint("issue", "--wallet", minter, "--qty", "2", ...args);
      return readAuthorization(stdout);
    },
    /** Mints in Ember, always with the same transaction ID. @returns the transaction's hash. */
    async mintOnce(qty: bigint): Promise<string> {
      const wallet = await fixture.chain.ethers.getSigner(minter);
      const collection = { chainId: 31_337, contract: fixture.address as `0x${string}` };
      const terms = { minter, phase: "Ember", transactionID: "7", qty };
      const args = mintArguments(await signMintAuthorization(account(1), collection, terms));
      const value = parseEther("0.08") * qty;
      return (
        await fixture.contract.connect(wallet)[collectionConfig.mintFunction](...args, { value })
      ).hash;
    },
  };
}

/**
 * Writes an authorization or a string to a file.
 * @returns its path.
 */
export async function keep(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), "authorization.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
