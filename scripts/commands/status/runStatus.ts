import { styleText } from "node:util";
import { localChainId } from "#protocol/chain/localWorld";
import { formatEtherAmount } from "#protocol/values/ether";
import { formatMoment } from "#protocol/values/moment";
import type { SaleHistoryReport } from "#protocol/wire/responses";
import { chainJson } from "#sale/chainJson";
import { visibleText } from "#sale/visibleText";
import { counted, formatTable } from "../../shared/commandLine/formatTable.ts";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { runningUrl } from "../../shared/worldControl.ts";
import {
  commonOptions,
  connectChain,
  findCollection,
  readCommonOptions,
} from "../contract/connect.ts";
import {
  type CollectionState,
  describeCollectionState,
  readCollectionState,
} from "../contract/state.ts";
import { type MetricsStatus, readMetrics, readService, type ServiceStatus } from "./readService.ts";

const help = `Usage: npm run status [-- URL] [OPTIONS]

Shows on one screen what the collection and its service do: supply, phase, price, balance, signer and the latest
block's age from the chain; parts, income, requests for mint authorizations and stories from the service at URL
(default: the local world's, or PUBLIC_URL); saves and hidden stories from its metrics.

  --rpc URL           the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS  the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --metrics URL       the service's metrics, http://HOST:METRICS_PORT/metrics
  --max-age SECONDS   maximum age of the latest block (default 300, or none for a local chain)
  --json              print the result as JSON
  --help              show this text

  npm run status -- https://site.example --metrics http://127.0.0.1:9464/metrics

Exit status: 0 if all is well, 1 if something needs attention, which the last lines say, 2 on a usage error.`;

interface Request {
  url: string | undefined;
  metrics: string | undefined;
  maxAge: bigint | undefined;
  rpc: string | undefined;
  contract: string | undefined;
  json: boolean;
}

/** Each part is absent if it was not asked for or cannot be read. */
interface Status {
  chain?:
    | (CollectionState & { /** Age of the latest block in seconds. */ age: bigint })
    | undefined;
  service?: ServiceStatus | undefined;
  metrics?: MetricsStatus | undefined;
  /** What needs attention. */
  findings: string[];
}

/**
 * Shows the state of the collection and its service.
 *
 * @param now in seconds since 1970.
 * @returns the exit status.
 */
export function runStatus(
  args: readonly string[],
  environment: Environment,
  output: Output,
  now = BigInt(Math.floor(Date.now() / 1_000)),
): Promise<number> {
  return runCommand(
    {
      help,
      options: {
        ...commonOptions,
        metrics: { type: "string" },
        "max-age": { type: "string" },
      },
      takesPositionals: true,
      read: readRequest,
      async run(request: Request) {
        const url = request.url ?? ((await runningUrl("service")) || environment.PUBLIC_URL);
        const status = await readStatus({ ...request, url }, environment, now);
        const { findings, ...parts } = status;
        output.log(request.json ? chainJson({ ...parts, findings }) : describeStatus(status, url));
        return findings.length === 0 ? 0 : 1;
      },
    },
    args,
    output,
  );
}

function readRequest(
  values: Parameters<typeof readCommonOptions>[0] & { metrics?: string; "max-age"?: string },
  positionals: string[],
): Request {
  const [url, ...others] = positionals;
  if (others.length > 0) throw new UsageError("status takes one URL.");
  for (const given of [url, values.metrics]) {
    if (given !== undefined && !/^https?:$/.test(URL.parse(given)?.protocol ?? "")) {
      throw new UsageError(`"${given}" is not an http or https URL.`);
    }
  }
  const { "max-age": maxAge, ...common } = values;
  if (!/^\d{1,9}$/.test(maxAge ?? "0"))
    throw new UsageError("--max-age takes a number of seconds.");
  return {
    ...{ url, metrics: values.metrics, ...readCommonOptions(common) },
    maxAge: maxAge === undefined ? undefined : BigInt(maxAge),
  };
}

/** Reads everything, and continues where a part cannot be read. */
async function readStatus(request: Request, environment: Environment, now: bigint) {
  const status: Status = { findings: [] };
  const attempt = <Result>(read: Promise<Result>) =>
    read.catch((error: unknown) => {
      if (!(error instanceof UsageError)) throw error;
      status.findings.push(error.message);
      return undefined;
    });
  const { url, metrics } = request;
  [status.chain, status.service, status.metrics] = await Promise.all([
    attempt(readChain(request, environment, now)),
    url === undefined ? undefined : attempt(readService(url)),
    metrics === undefined ? undefined : attempt(readMetrics(metrics)),
  ]);
  status.findings.push(...listFindings(status, request));
  return status;
}

async function readChain({ rpc, contract }: Request, environment: Environment, now: bigint) {
  const { client, chainId, read } = await connectChain(environment, rpc);
  const collection = findCollection(chainId, environment, contract);
  const state = await read(() => readCollectionState({ client, ...collection }));
  return { ...state, age: now > state.sale.timestamp ? now - state.sale.timestamp : 0n };
}

function listFindings({ chain, service }: Status, { maxAge }: Request): string[] {
  const findings: string[] = [];
  // A local chain mines only on demand.
  const limit = maxAge ?? (chain?.chainId === localChainId ? undefined : 300n);
  if (chain !== undefined && limit !== undefined && chain.age > limit) {
    findings.push(
      `The latest block is ${describeAge(chain.age)} old. The chain has stopped, or the node is behind.`,
    );
  }
  if (service === undefined) return findings;
  const { readiness, history } = service;
  const failed = Object.entries(readiness.parts).filter(([, state]) => state !== "ok");
  for (const [part, state] of failed) {
    findings.push(`The service's ${part} is ${state}: ${readiness.reason ?? "its log shows why."}`);
  }
  if (history === undefined) {
    findings.push("The service cannot read the sale's events. Its log shows why.");
  }
  return [...findings, ...(readiness.warnings ?? [])];
}

function describeStatus({ chain, service, metrics, findings }: Status, url: string | undefined) {
  const parts = [
    chain &&
      `${describeCollectionState(chain)}\nThe latest block is from ${formatMoment(chain.sale.timestamp)}.`,
    service && url !== undefined ? describeService(service, url) : undefined,
    metrics && describeMetrics(metrics),
    url === undefined ? "No service: pass its URL to see stories, income and requests." : undefined,
  ];
  const verdict =
    findings.length === 0
      ? styleText("green", "✔ All is well.")
      : findings.map((finding) => styleText("red", `✘ ${visibleText(finding)}`)).join("\n");
  // Names from the chain must not control the terminal.
  return [...parts.filter((part) => part !== undefined).map(visibleText), verdict].join("\n\n");
}

function describeService({ readiness, checkpoint, history }: ServiceStatus, url: string): string {
  const { tokens, revisions, savedAt } = checkpoint;
  const parts = Object.entries(readiness.parts).map(([part, state]) => `${part} ${state}`);
  const latest = savedAt === null ? "" : `, the latest saved at ${savedAt}`;
  return formatTable([
    ["Service", `${url}, ${readiness.status}`],
    ["Parts", parts.join(", ")],
    ["Stories", `${counted(revisions, "signed revision")} of ${counted(tokens, "token")}${latest}`],
    ...(history ? describeHistory(history) : []),
  ]);
}

function describeHistory({ income, wallets, requests }: SaleHistoryReport): [string, string][] {
  const rows: [string, string][] = [
    [
      "Income",
      `${formatEtherAmount(BigInt(income))}; tokens were minted to ${counted(wallets, "wallet")}`,
    ],
  ];
  if (requests === undefined) return rows;
  const { since, issued, rejected } = requests;
  const counts = describeCounts(rejected);
  return [
    ...rows,
    ["Requests", `${issued} mint authorizations issued since ${since}`],
    ["Rejected", counts === "" ? "none" : counts],
  ];
}

function describeMetrics({ hidden, saves }: MetricsStatus): string {
  const counts = describeCounts(saves);
  return formatTable([
    ["Saves", counts === "" ? "none since the start" : counts],
    ["Hidden", counted(hidden, "story", "stories")],
  ]);
}

/** Lists counts by name, highest first. */
function describeCounts(counts: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return sorted.map(([name, count]) => `${count} ${name}`).join(", ");
}

/** Formats a duration in its largest whole unit. */
function describeAge(seconds: bigint): string {
  if (seconds < 120n) return `${seconds} s`;
  return seconds < 7_200n ? `${seconds / 60n} min` : `${seconds / 3_600n} h`;
}
