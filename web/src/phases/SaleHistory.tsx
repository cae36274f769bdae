import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as v from "valibot";
import { formatEther } from "viem";
import { Nouns, noun, nouns } from "#protocol/values/noun";
import { apiErrorTitle } from "#protocol/wire/errors";
import { apiPaths } from "#protocol/wire/paths";
import type { SaleHistoryReport } from "#protocol/wire/responses";
import { phaseTitle } from "#sale/phaseRange";
import { LoadFailure } from "../components/Notice.tsx";
import { exactTime } from "../components/relativeTime.ts";
import { runtimeConfig } from "../env.ts";
import { readJson } from "../service/readJson.ts";
import { historyFailed } from "./messages.ts";
import { layersOf, listMoments } from "./saleCurve.ts";
import "./SaleHistory.css";

const historySchema = v.object({
  blockNumber: v.number(),
  income: v.pipe(v.string(), v.regex(/^\d+$/)),
  wallets: v.number(),
  phases: v.array(
    v.object({
      name: v.string(),
      minted: v.number(),
      wallets: v.number(),
      points: v.array(v.object({ time: v.string(), minted: v.number() })),
    }),
  ),
  requests: v.exactOptional(
    v.object({ since: v.string(), issued: v.number(), rejected: v.record(v.string(), v.number()) }),
  ),
}) satisfies v.GenericSchema<unknown, SaleHistoryReport>;

/** Renders the sale's history, as the service read it from the chain. */
export function SaleHistory() {
  const { data, isError, isPaused, refetch } = useQuery({
    queryKey: ["phases", "history"],
    queryFn: (context) => readJson(apiPaths.saleHistory, historySchema, context),
    networkMode: "online",
    refetchInterval: 30_000,
  });
  return (
    <section className="sale-history stack" aria-labelledby="history-title">
      <h2 id="history-title">Sold so far</h2>
      {data ? (
        <Report report={data} />
      ) : (
        <Frame>
          {isError || isPaused ? (
            <LoadFailure onRetry={() => void refetch()}>{historyFailed}</LoadFailure>
          ) : (
            <p role="status">Loading the sale's history…</p>
          )}
        </Frame>
      )}
    </section>
  );
}

/** Renders a box as high as the chart, so that loading the chart causes no layout shift. */
function Frame({ children }: { children: ReactNode }) {
  return <div className="sale-history__frame box">{children}</div>;
}

function Report({ report }: { report: SaleHistoryReport }) {
  const { blockNumber, income, wallets, phases, requests } = report;
  const minted = phases.reduce((sum, phase) => sum + phase.minted, 0);
  const { symbol } = runtimeConfig().chain.nativeCurrency;
  return (
    <>
      <p className="phases__words">
        {minted === 0 ? (
          "Nothing has been minted yet. "
        ) : (
          <>
            {count(minted)} {minted === 1 ? noun : nouns} minted, including gifts, to{" "}
            {count(wallets)} {wallets === 1 ? "wallet" : "wallets"}. Minters paid{" "}
            <strong>
              {formatEther(BigInt(income))} {symbol}
            </strong>
            .{" "}
          </>
        )}
        <span className="phases__block">Block {blockNumber}.</span>
      </p>
      {minted > 0 && <Chart phases={phases} minted={minted} />}
      {requests && <Requests {...requests} />}
    </>
  );
}

type Phases = Pick<SaleHistoryReport, "phases">;

/** Renders the number of minted tokens over time, stacked by phase, with a key and the same numbers as a table. */
function Chart({ phases, minted }: Phases & { minted: number }) {
  const moments = listMoments(phases);
  const layers = layersOf(phases);
  return (
    <>
      <figure>
        <div className="sale-history__chart">
          <span aria-hidden="true">{count(minted)}</span>
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            role="img"
            aria-label={`${Nouns} minted over time, by phase. The table below has the numbers.`}
          >
            {layers.map(({ name, path }) => (
              <path key={name} d={path} style={shadeOf(phases, name)} />
            ))}
          </svg>
          <span aria-hidden="true">0</span>
        </div>
        <figcaption className="sale-history__ends small">
          {[moments[0], moments.at(-1)].map(
            (moment, index) =>
              moment && (
                // biome-ignore lint/suspicious/noArrayIndexKey: the first and the last.
                <time key={index} dateTime={moment.time}>
                  {exactTime(new Date(moment.time))}
                </time>
              ),
          )}
        </figcaption>
      </figure>
      <table className="phase-table">
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Minted</th>
            <th scope="col">Wallets</th>
          </tr>
        </thead>
        <tbody>
          {layers.map(({ name }) => {
            const phase = phases.find((each) => each.name === name);
            return (
              <tr key={name}>
                <th scope="row">
                  <span className="sale-history__key" style={shadeOf(phases, name)} />
                  {phaseTitle(name)}
                </th>
                <td>{count(phase?.minted)}</td>
                <td>{count(phase?.wallets)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <details>
        <summary>Minted over time (table)</summary>
        <table className="phase-table">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Phase</th>
              <th scope="col">Minted by then</th>
            </tr>
          </thead>
          <tbody>
            {moments.map(({ time, name, minted }) => (
              <tr key={`${minted} ${name}`}>
                <th scope="row">
                  <time dateTime={time}>{exactTime(new Date(time))}</time>
                </th>
                <td>{phaseTitle(name)}</td>
                <td>{count(minted)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** Renders how many authorization requests the service has signed, and how many it rejected by rule. */
function Requests({ since, issued, rejected }: NonNullable<SaleHistoryReport["requests"]>) {
  const rules = Object.entries(rejected).sort(([, one], [, other]) => other - one);
  const total = rules.reduce((sum, [, requests]) => sum + requests, 0);
  return (
    <>
      <h3>Mint requests</h3>
      <p className="phases__words">
        Since <time dateTime={since}>{exactTime(new Date(since))}</time>, the service has signed{" "}
        {count(issued)} and rejected {count(total)}.
      </p>
      {total > 0 && (
        <table className="phase-table">
          <thead>
            <tr>
              <th scope="col">Rule</th>
              <th scope="col">Rejected</th>
            </tr>
          </thead>
          <tbody>
            {rules.map(([code, requests]) => (
              <tr key={code}>
                <th scope="row">{apiErrorTitle(code)}</th>
                <td>{count(requests)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** Returns a phase's shade: later phases are fainter. */
function shadeOf(phases: Phases["phases"], name: string) {
  const index = phases.findIndex((phase) => phase.name === name);
  return { "--shade": `${100 - (55 * index) / Math.max(1, phases.length - 1)}%` } as object;
}

function count(value = 0): string {
  return value.toLocaleString("en");
}
