import { type DestinationStream, type Logger, pino } from "pino";

/** Writes one JSON line per event, by default to standard output. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level }, destination);
}
