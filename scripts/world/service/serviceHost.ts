import { join } from "node:path";
import type { Service, ServiceVariables, StartService } from "./service.ts";
import { type ServiceThread, startServiceThread } from "./serviceThread.ts";

/** Runs services whose code can be replaced while they run. */
export interface ServiceHost {
  start: StartService;
  /**
   * Restarts the services with the current code, on the same ports. The current code is loaded first; if it does not
   * start, the services are started again with the former code.
   *
   * @throws {ReloadError}
   */
  reload(): Promise<void>;
  /** Ends all services at once. */
  close(): Promise<void>;
}

/** Thrown when the current code cannot be run; its message is the cause's stack, without frames of Node. */
export class ReloadError extends Error {
  override name = "ReloadError";
  /** Whether the services run, with the former code. */
  readonly isServing: boolean;

  constructor(cause: unknown, { isServing }: { isServing: boolean }) {
    const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    super(stack.replaceAll(/\n\s+at .*node:internal.*/g, ""), { cause });
    this.isServing = isServing;
  }
}

interface HostOptions {
  /** Called when an error of their own has ended the services. */
  onCrash: (error: Error) => void;
  /** Path of the module that exports `startService`. */
  module?: string;
}

/** Runs services in a thread of this process, which loads the code anew with each reload. */
export async function createServiceHost({
  onCrash,
  module = join(import.meta.dirname, "startService.ts"),
}: HostOptions): Promise<ServiceHost> {
  let isServing = true;
  const startThread = () =>
    startServiceThread(module, (error) => {
      isServing = false;
      onCrash(error);
    });
  let thread = await startThread();
  const services = new Set<{ variables: ServiceVariables; current: Service }>();

  async function start(variables: ServiceVariables): Promise<Service> {
    const current = await thread.start(variables);
    const { port } = new URL(current.url);
    const service = { variables: { ...variables, PORT: port }, current };
    services.add(service);
    return {
      url: current.url,
      get runtimeConfig() {
        return service.current.runtimeConfig;
      },
      async close() {
        services.delete(service);
        await service.current.close();
      },
    };
  }

  async function reload(): Promise<void> {
    const next = await startThread().catch((error) => {
      throw new ReloadError(error, { isServing });
    });
    try {
      await restartIn(next);
    } catch (error) {
      await next.end();
      await restartIn(thread).catch(() => {
        isServing = false;
      });
      throw new ReloadError(error, { isServing });
    }
    await thread.end();
    thread = next;
    isServing = true;
  }

  async function restartIn(target: ServiceThread): Promise<void> {
    for (const service of services) {
      await service.current.close();
      service.current = await target.start(service.variables);
    }
  }

  return { start, reload, close: () => thread.end() };
}
