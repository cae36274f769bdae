import { Gauge, type Registry } from "prom-client";
import { type Address, formatEther, isAddressEqual } from "viem";
import { phaseSupply } from "#sale/mintRules";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import type { SaleHistory } from "../chain/saleHistory.ts";

export interface WatchedSale {
  chain: Pick<Chain, "readSale" | "readBalance">;
  /** Returns the latest history, and refreshes it for the next call. */
  history(): SaleHistory | undefined;
  /** Address of the service's key; absent if the service signs no authorizations. */
  signer: Address | undefined;
}

/** A value with its labels. */
type Sample = readonly [labels: Record<string, string>, value: number];

/** Adds the sale's metrics, which are absent while the chain cannot be read. */
export function watchSale(registry: Registry, { chain, history, signer }: WatchedSale): void {
  const add = (
    [name, ...labelNames]: readonly [string, ...string[]],
    help: string,
    read: () => Promise<readonly Sample[]>,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        this.reset();
        // `reset` sets a metric without labels to 0, which would look like a value.
        if (labelNames.length === 0) this.remove();
        const samples = await read().catch(() => []);
        for (const [labels, value] of samples) this.set(labels, value);
      },
    });
  // All reads share one request per block.
  const ofSale = (toSamples: (sale: Sale) => readonly Sample[]) => async () =>
    toSamples(await chain.readSale());

  add(
    ["site_chain_block_timestamp_seconds"],
    "Time of the latest block, in seconds since 1970.",
    ofSale(({ timestamp }) => [[{}, Number(timestamp)]]),
  );
  add(
    ["site_sale_tokens", "of"],
    "Minted tokens, and the supply cap.",
    ofSale(({ totalSupply, maxSupply }) => [
      [{ of: "minted" }, Number(totalSupply)],
      [{ of: "cap" }, Number(maxSupply)],
    ]),
  );
  add(
    ["site_sale_phase_left", "phase"],
    "Unminted tokens of the active phase.",
    ofSale((sale) => [[{ phase: sale.phase.name }, Number(phaseSupply(sale).left)]]),
  );
  add(
    ["site_sale_minting"],
    "1 while minting is on, otherwise 0.",
    ofSale(({ isMinting }) => [[{}, Number(isMinting)]]),
  );
  add(
    ["site_sale_signer_matches"],
    "1 if MINT_SIGNER_KEY is the collection's signer, otherwise 0; absent without a key.",
    ofSale((sale) => (signer ? [[{}, Number(isAddressEqual(sale.signer, signer))]] : [])),
  );
  add(
    ["site_sale_contract_balance_ether"],
    "The contract's balance, which the owner can withdraw.",
    async () => [[{}, toEther(await chain.readBalance())]],
  );
  add(
    ["site_sale_income_ether"],
    "What minters have paid: the contract's balance plus all withdrawals.",
    async () => {
      const read = history();
      return read ? [[{}, toEther(read.income)]] : [];
    },
  );
}

function toEther(wei: bigint): number {
  return Number(formatEther(wei));
}
