import { parseEther } from "viem";
import {
  type MintArguments,
  mintArguments,
  signMintAuthorization,
} from "#protocol/mintAuthorization";
import type { ContractBuild } from "#protocol/trace/contractBuild";
import { runTrace } from "../../../scripts/cli/trace/runTrace.ts";
import { readContractBuild } from "../../../scripts/shared/readContractBuild.ts";
import { account } from "../api/apiFixture.ts";
import { openMintFixture } from "../api/mintFixture.ts";
import { runInProcess } from "./commandHere.ts";
import type { ScriptOutcome } from "./runScript.ts";

/** The wallet that mints, account 2 of the node. */
export const minter = account(2).address as `0x${string}`;

/** `npm run trace` on an open sale. */
export interface TraceCommand {
  fixture: Awaited<ReturnType<typeof openMintFixture>>;
  /** The collection's address. */
  contract: string;
  environment(): Record<string, string>;
  trace(...args: string[]): Promise<ScriptOutcome>;
  /** Authorizes a mint in Ember, always with the same transaction ID. */
  authorize(qty: bigint): Promise<MintArguments>;
  /** Mints in Ember. @returns the transaction's hash. */
  mint(qty: bigint): Promise<string>;
}

/** Registers hooks that reset the sale for each test of this `describe`. */
export function useTraceCommand(): TraceCommand {
  let untouched: string;
  let build: Promise<ContractBuild>;
  const provider = () => at.fixture.chain.ethers.provider;
  const command: Omit<TraceCommand, "fixture" | "contract"> = {
    environment: () => ({ RPC_URL: at.fixture.chain.url, CONTRACT_ADDRESS: at.contract }),
    trace: (...args) => {
      // Reading the build takes longer than all the rest.
      build ??= readContractBuild();
      return runInProcess((output) => runTrace(args, at.environment(), output, () => build));
    },
    async authorize(qty) {
      const collection = { chainId: 31_337, contract: at.contract as `0x${string}` };
      const terms = { minter, phase: "Ember", transactionID: "7", qty };
      return mintArguments(await signMintAuthorization(account(1), collection, terms));
    },
    async mint(qty) {
      const wallet = await at.fixture.chain.ethers.getSigner(minter);
      const value = parseEther("0.08") * qty;
      const args = await at.authorize(qty);
      const { hash } = await at.fixture.contract.connect(wallet).FringeMint(...args, { value });
      return hash;
    },
  };
  // Safety: the hooks set the rest before a test can read it.
  const at = command as TraceCommand;
  before(async () => {
    at.fixture = await openMintFixture();
    at.contract = await at.fixture.contract.getAddress();
  });
  after(() => at.fixture.close());
  beforeEach(async () => {
    untouched = await provider().send("evm_snapshot", []);
  });
  afterEach(() => provider().send("evm_revert", [untouched]));
  return at;
}
