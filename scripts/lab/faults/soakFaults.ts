import ora from "ora";
import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import { requestResource } from "../../test/resources.ts";
import { startFakeChain } from "./fakeChain.ts";
import { faults } from "./faults.ts";
import { faultHeads, formatFault } from "./report.ts";
import { runFaults } from "./runFaults.ts";

interface SoakFaultsOptions {
  seed: number;
  ending: AbortSignal;
}

/**
 * Causes every fault for ten seconds under load, and prints a line with the figures of each.
 *
 * @returns whether every promise was kept.
 */
export async function soakFaults({ seed, ending }: SoakFaultsOptions): Promise<boolean> {
  const spinner = ora({ text: "starting", discardStdin: false }).start();
  try {
    const options = {
      seconds: 10,
      longestReturnSeconds: 20,
      calmMilliseconds: 1_000,
      readers: 6,
      writers: 3,
      pauseMilliseconds: 10,
      seed,
      signal: ending,
      tell: (doing: string) => {
        spinner.text = doing;
      },
      onFault: (figures: Parameters<typeof formatFault>[0]) => {
        spinner.clear();
        console.log(formatFault(figures));
      },
    };
    spinner.text = "building the service";
    await requestResource("production");
    spinner.clear();
    console.log(faultHeads);
    return await runFaults(faults, options, {
      startChain: startFakeChain,
      async startDatabase() {
        const server = await startPostgres();
        const interrupt = async (mode: "fast" | "immediate") => {
          await server.shutDown(mode);
          return () => server.recover();
        };
        return { url: server.url, stop: server.stop, interrupt };
      },
      environment: {},
    });
  } finally {
    spinner.stop();
  }
}
