import { startDevServer } from "../../web/devServer.ts";
import type { Tale } from "../collection/tales.ts";
import type { WorldPlan } from "./plan.ts";
import { type Backstage, compileContracts, startBackstage } from "./startBackstage.ts";

export interface WorldOptions {
  plan: WorldPlan;
  /** Stories that their drifters' owners tell, unless they are told already. */
  tales: readonly Tale[];
  /** Where portraits, metadata and stories are kept from one start to the next. */
  directory: string;
  /** 0 for any free one. */
  ports: { chain: number; api: number; web: number };
}

/** A chain, a collection, an API and a web app that know each other. */
export interface World extends Pick<Backstage, "chain" | "contract" | "apiUrl"> {
  plan: WorldPlan;
  webUrl: string;
  /**
   * Begins the chain anew with the contracts as they are now, on the same ports, and reloads open pages.
   * Throws and leaves all as it is if they do not compile. What this gives replaces what was given before.
   */
  renew(step: RunStep): Promise<World>;
  close(): Promise<void>;
}

export type ReportProgress = (progress: { done: number; total: number }) => void;

/** Runs one named step; the caller decides how it is shown. */
export type RunStep = <Result>(
  title: string,
  work: (onProgress: ReportProgress) => Promise<Result>,
) => Promise<Result>;

/**
 * Brings up everything that runs on a developer's machine, in this process, on 127.0.0.1.
 * What stands already in `directory` is used again. If a step fails, what was started is ended.
 */
export async function startWorld(options: WorldOptions, step: RunStep): Promise<World> {
  await using started = new AsyncDisposableStack();

  await step("Compile the contracts", compileContracts);
  let backstage = await startBackstage(options, step);
  started.defer(() => backstage.close());

  const web = await step("Start the web app", () =>
    startDevServer({
      apiUrl: backstage.apiUrl,
      runtimeConfig: () => backstage.runtimeConfig,
      port: options.ports.web,
    }),
  );
  started.defer(() => web.close());

  async function renew(step: RunStep): Promise<World> {
    await step("Compile the contracts", compileContracts);
    const ports = {
      ...options.ports,
      chain: Number(new URL(backstage.chain.url).port),
      api: Number(new URL(backstage.apiUrl).port),
    };
    await backstage.close();
    backstage = await startBackstage({ ...options, ports }, step);
    web.reloadPages();
    return asWorld();
  }

  function asWorld(): World {
    const { chain, contract, apiUrl } = backstage;
    const { plan } = options;
    return { plan, chain, contract, apiUrl, webUrl: web.url, renew, close };
  }

  const running = started.move();
  const close = () => running.disposeAsync();
  return asWorld();
}
