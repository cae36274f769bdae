import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import type { RunningServer } from "../server.ts";
import { warnAboutSettings } from "./startWarnings.ts";

interface Audience {
  settings: Settings;
  logger: Logger;
  /** Says a line to whoever started the service. */
  say(line: string): void;
}

/** Says where a service that has started is served, and then tells its log what is hardly meant so. */
export async function announceStart(
  server: Pick<RunningServer, "url" | "metricsUrl" | "compareMint">,
  { settings, logger, say }: Audience,
): Promise<void> {
  say(`Fringe Drifters is served at ${server.url}`);
  if (server.metricsUrl !== undefined) say(`Its metrics are at ${server.metricsUrl}`);
  await warnAboutSettings(settings, logger);
  await server.compareMint();
}
