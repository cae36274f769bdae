import type { Logger } from "pino";
import type { Settings } from "../env.ts";
import type { RunningServer } from "../server.ts";
import { warnAboutSettings } from "./startWarnings.ts";

interface Audience {
  settings: Settings;
  logger: Logger;
  /** Writes a line to standard output. */
  say(line: string): void;
}

/** Prints the URL of a started service, then logs warnings about its configuration. */
export async function announceStart(
  server: Pick<RunningServer, "url" | "metricsUrl" | "compareMint">,
  { settings, logger, say }: Audience,
): Promise<void> {
  say(`Fringe Drifters is served at ${server.url}`);
  if (server.metricsUrl !== undefined) say(`Its metrics are at ${server.metricsUrl}`);
  await warnAboutSettings(settings, logger);
  await server.compareMint();
}
