import { execFileSync } from "node:child_process";
import { localChainId, localContractAddress } from "#protocol/localWorld";
import { freePort } from "../../../../shared/freePort.ts";
import { startApiProcess } from "../../../crash/apiProcess.ts";
import { readUnitEnvironment } from "../../../load/site.ts";
import { unlimitedSaves } from "../../../unlimitedSaves.ts";
import { nodeFlagsOf } from "../../nodeFlags.ts";
import type { StoreLocation } from "../storeLocation.ts";
import { usageOf } from "./processUsage.ts";
import type { ServerProcess } from "./startServerProcess.ts";

/** What a service reads and saves. */
export interface ServicePlace {
  store: StoreLocation;
  rpcUrl: string;
}

/** Starts the service with an empty collection in `folder`; resolves when it listens. */
export type StartService = (place: ServicePlace, folder: string) => Promise<BuiltService>;

export interface BuiltService extends ServerProcess {
  /** JSON-RPC requests since its start. */
  rpcRequests(): Promise<number>;
  /** Keeps it on one core, so that nothing else of it runs on the others. */
  pin(core: number): void;
}

/**
 * Starts the production build with the environment of its systemd unit.
 */
export const startBuiltService: StartService = async ({ store, rpcUrl }, folder) => {
  const metricsPort = await freePort();
  const environment = {
    ...(await readUnitEnvironment(await freePort())),
    NODE_OPTIONS: (await nodeFlagsOf("serve")).join(" "),
    METRICS_PORT: String(metricsPort),
    ...store,
    RPC_URL: rpcUrl,
    CHAIN_ID: String(localChainId),
    CONTRACT_ADDRESS: localContractAddress,
    COLLECTION_DIR: folder,
    // The stub of the chain has no collection.
    REVEAL: "all",
    DRAIN_SECONDS: "0",
    ...unlimitedSaves,
  };
  const { url, pid, stop } = await startApiProcess(environment, folder);
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
