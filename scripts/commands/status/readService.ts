import type { z } from "zod";
import { apiPaths } from "#protocol/wire/paths";
import {
  type Checkpoint,
  checkpointSchema,
  type ReadinessReport,
  readinessSchema,
  type SaleHistoryReport,
  saleHistorySchema,
} from "#protocol/wire/responses";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** What a service reports about itself. */
export interface ServiceStatus {
  readiness: ReadinessReport;
  checkpoint: Checkpoint;
  /** Absent if the service cannot read the sale's events. */
  history: SaleHistoryReport | undefined;
}

/** What the metrics add, which are not public. */
export interface MetricsStatus {
  /** Number of hidden stories. */
  hidden: number;
  /** Number of saves by outcome since the process started. */
  saves: Record<string, number>;
}

const timeoutMilliseconds = 15_000;

/** @throws {UsageError} if the URL is not a service that responds. */
export async function readService(url: string): Promise<ServiceStatus> {
  const [readiness, checkpoint, history] = await Promise.all([
    readJson(url, apiPaths.readiness, readinessSchema),
    readJson(url, apiPaths.checkpoint, checkpointSchema),
    readJson(url, apiPaths.saleHistory, saleHistorySchema).catch(() => undefined),
  ]);
  return { readiness, checkpoint, history };
}

/** @throws {UsageError} if the URL does not serve the service's metrics. */
export async function readMetrics(url: string): Promise<MetricsStatus> {
  const text = await (await get(url)).text();
  const samples = [...text.matchAll(/^(\w+)\{\w+="([^"]+)"\} (\d+)$/gm)];
  const read = (metric: string) =>
    Object.fromEntries(
      samples
        .filter(([, name]) => name === metric)
        .map(([, , label = "", value]) => [label, Number(value)]),
    );
  const { hidden } = read("site_store_size");
  if (hidden === undefined) {
    throw new UsageError(
      `${url} does not serve the service's metrics. Pass http://HOST:METRICS_PORT/metrics.`,
    );
  }
  return { hidden, saves: read("site_saves_total") };
}

async function readJson<Result>(url: string, path: string, schema: z.ZodType<Result>) {
  const response = await get(new URL(path, url).href);
  const parsed = schema.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `${url} is not a service of this version: its ${path} is unknown (status ${response.status}).`,
  );
}

async function get(url: string): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new UsageError(`${url} does not respond (${reason}). Check the URL and the service.`);
  }
}
