import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SignedMintAuthorization } from "#protocol/responses";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import { runMint } from "../../../scripts/cli/mint/runMint.ts";
import { account, temporaryFolder } from "../api/apiFixture.ts";
import { openMintFixture, use } from "../api/mintFixture.ts";
import { runInProcess } from "./commandHere.ts";
import type { ScriptOutcome } from "./runScript.ts";

/** The wallet for which `issue` signs. */
export const minter = account(2).address;

/** `npm run mint` on an open sale. */
export interface MintCommand {
  fixture: Awaited<ReturnType<typeof openMintFixture>>;
  environment: Record<string, string | undefined>;
  /** The collection's address. */
  contract: string;
  mint(...args: string[]): Promise<ScriptOutcome>;
  /** Issues an authorization of two for `minter`. */
  issue(...args: string[]): Promise<SignedMintAuthorization>;
  /** Mints with an authorization. Returns the block and the transaction. */
  mintAs(signed: SignedMintAuthorization): Promise<{ blockNumber?: number; hash?: string }>;
}

/** Registers hooks that reset the sale for each test of this `describe`. */
export function useMintCommand(): MintCommand {
  let untouched: string;
  const provider = () => at.fixture.chain.ethers.provider;
  // Safety: the hooks set the rest before a test can read it.
  const at = {
    mint: (...args) => runInProcess((output) => runMint(args, at.environment, output)),
    async issue(...args) {
      const { stdout } = await at.mint("issue", "--wallet", minter, "--qty", "2", ...args);
      return readAuthorization(stdout);
    },
    async mintAs(signed) {
      await use(at.fixture, signed);
      const block = await provider().getBlock("latest");
      const [hash] = block?.transactions ?? [];
      return { blockNumber: block?.number, hash };
    },
  } as MintCommand;
  before(async () => {
    at.fixture = await openMintFixture();
    at.contract = await at.fixture.contract.getAddress();
  });
  after(() => at.fixture.close());
  beforeEach(async () => {
    untouched = await provider().send("evm_snapshot", []);
    at.environment = { RPC_URL: at.fixture.chain.url, CONTRACT_ADDRESS: at.contract };
  });
  afterEach(() => provider().send("evm_revert", [untouched]));
  return at;
}

/** Writes an authorization, or another text, to a file. @returns its path. */
export async function keep(content: unknown): Promise<string> {
  const file = join(await temporaryFolder(), "authorization.json");
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}
