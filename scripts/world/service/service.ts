import type { RuntimeConfig } from "#protocol/runtimeConfig";

/** Environment variables of the service. */
export type ServiceVariables = Readonly<Record<string, string>>;

/** A running service of a local world. */
export interface Service {
  url: string;
  /** Configuration that the service gives the web app. */
  runtimeConfig: RuntimeConfig;
  close(): Promise<void>;
}

/** Starts the service of a local world; throws as `startServer` does. */
export type StartService = (variables: ServiceVariables) => Promise<Service>;
