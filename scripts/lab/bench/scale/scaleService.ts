import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import { UsageError } from "../../../shared/commandLine/usageError.ts";
import { freePort } from "../../../shared/freePort.ts";
import { builtService, startApiProcess } from "../../crash/apiProcess.ts";
import { readUnitEnvironment } from "../../load/site.ts";
import { unlimitedSaves } from "../../unlimitedSaves.ts";
import type { ServerProcess } from "../api/servers/startServerProcess.ts";
import { nodeFlagsOf } from "../nodeFlags.ts";
import { usageOf } from "./processUsage.ts";

/** Where a service reads and saves. */
export interface ServicePlace {
  databaseUrl: string;
  rpcUrl: string;
}

/** Starts the service; resolves when it listens. */
export type StartService = (place: ServicePlace, folder: string) => Promise<ScaleService>;

export interface ScaleService extends ServerProcess {
  /** JSON-RPC requests since its start. */
  rpcRequests(): Promise<number>;
  /** Keeps it on one core, so that nothing else of it runs on the others. */
  pin(core: number): void;
}

/**
 * Starts the production build with the environment of its systemd unit.
 *
 * @throws {UsageError} without a build.
 */
export const startBuiltService: StartService = async ({ databaseUrl, rpcUrl }, folder) => {
  if (!existsSync(builtService)) {
    throw new UsageError("There is no production build: run `npm run build`.");
  }
  const metricsPort = await freePort();
  const environment = {
    ...(await readUnitEnvironment(await freePort())),
    NODE_OPTIONS: (await nodeFlagsOf("serve")).join(" "),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: databaseUrl,
    RPC_URL: rpcUrl,
    CHAIN_ID: String(localChainId),
    CONTRACT_ADDRESS: localContractAddress,
    COLLECTION_DIR: folder,
    // The stub of the chain has no collection.
    REVEAL: "all",
    DRAIN_SECONDS: "0",
    ...unlimitedSaves,
  };
  const { url, pid, stop } = await startApiProcess(environment, folder, builtService);
  return {
    url,
    usage: () => usageOf(pid),
    rpcRequests: () => readRpcRequests(`http://127.0.0.1:${metricsPort}/metrics`),
    end: stop,
    pin: (core) =>
      void execFileSync("taskset", ["--all-tasks", "--pid", "--cpu-list", `${core}`, `${pid}`]),
  };
};

async function readRpcRequests(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text();
  const counts = metrics.matchAll(/^drifters_rpc_requests_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
