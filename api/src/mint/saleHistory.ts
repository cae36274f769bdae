import type { Logger } from "pino";
import type { Counter } from "prom-client";
import { formatMoment } from "#protocol/values/moment";
import type { SaleHistoryReport } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import { Refreshed } from "../chain/refreshed.ts";
import type { SaleHistory } from "../chain/saleHistory.ts";
import { toApiError } from "../http/problem.ts";
import type { Settings } from "../settings/settings.ts";

interface SaleHistoryDependencies {
  chain: Pick<Chain, "readSaleHistory">;
  logger: Logger;
  settings: Pick<Settings, "mint" | "mintedTimeoutMilliseconds" | "saleHistoryLifeMilliseconds">;
  metrics: { authorizations: Counter<"outcome"> };
}

/** Reports the sale's history. Concurrent visitors share one chain read. */
export function createSaleHistory({ chain, logger, settings, metrics }: SaleHistoryDependencies) {
  const since = new Date().toISOString();
  let hasFailed = false;
  const history = new Refreshed<SaleHistory>({
    value: undefined,
    read: () => chain.readSaleHistory(),
    onRead() {
      if (hasFailed) logger.info("the sale history can be read again");
      hasFailed = false;
    },
    onFailure(error) {
      const { cause, message } = toApiError(error);
      const reason = cause instanceof Error ? cause.message : message;
      if (!hasFailed) logger.warn({ reason }, "the sale history cannot be read");
      hasFailed = true;
    },
    lifeMilliseconds: settings.saleHistoryLifeMilliseconds,
    timeoutMilliseconds: settings.mintedTimeoutMilliseconds,
  });
  return {
    /** @throws {ApiError} `chain.unavailable` until the chain has been read once. */
    async report(): Promise<SaleHistoryReport> {
      const read = await history.current();
      if (read === undefined) throw new ApiError("chain.unavailable", { detail: historyUnknown });
      return { ...toReport(read), ...(settings.mint && { requests: await countRequests() }) };
    },
    /** Returns the latest history without waiting for the chain. */
    latest(): SaleHistory | undefined {
      void history.current();
      return history.value;
    },
    close: () => history.close(),
  };

  async function countRequests(): Promise<NonNullable<SaleHistoryReport["requests"]>> {
    const { values } = await metrics.authorizations.get();
    const counts = Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    const { issued = 0, ...rejected } = counts;
    return { since, issued, rejected };
  }
}

const historyUnknown =
  "The service can't reach the network, or is still reading the sale's events. Wait a moment, then try again.";

function toReport({ blockNumber, income, wallets, phases }: SaleHistory) {
  return {
    blockNumber: Number(blockNumber),
    income: String(income),
    wallets,
    phases: phases.map(({ phase, points, ...counts }) => ({
      name: phase,
      ...counts,
      points: points.map(({ timestamp, minted }) => ({ time: formatMoment(timestamp), minted })),
    })),
  };
}
