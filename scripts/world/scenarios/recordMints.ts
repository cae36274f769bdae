import { pino } from "pino";
import { type Address, getAddress } from "viem";
import { Authorizations, openRecords } from "#service/authorizations";
import { accountAt } from "../chain/localAccounts.ts";
import type { LocalChain } from "../chain/localChain.ts";
import { roles, type WorldPlan } from "./scenarioFile.ts";

interface RecordOptions {
  chain: Pick<LocalChain, "ethers" | "chainId">;
  contract: Address;
  plan: WorldPlan;
  /** Folder of the service. */
  narratives: string;
}

/** Records the plan's mints as if the service had authorized them, so that they count toward the allowances. */
export async function recordMints({ chain, contract, plan, narratives }: RecordOptions) {
  const settings = { dataDir: narratives, databaseUrl: undefined };
  const records = await openRecords(settings, pino({ level: "warn" }, process.stderr));
  const store = new Authorizations(records);
  const accounts = await chain.ethers.getSigners();
  const addressOf = (account: number) => getAddress(accountAt(accounts, account).address);
  const since = BigInt(await chain.ethers.provider.getBlockNumber());
  for (const { name: phase, mints } of plan.phases) {
    for (const { account, quantity } of mints) {
      const minter = addressOf(account);
      const holder = { chainId: chain.chainId, contract, phase, minter };
      const { length: index } = await store.issued(holder);
      const [qty, allowance] = [BigInt(quantity), BigInt(Number.MAX_SAFE_INTEGER)];
      await store.sign(holder, { index, qty, allowance, since, signer: addressOf(roles.signer) });
      await store.settle(holder, index, qty);
    }
  }
  await records.close();
}
