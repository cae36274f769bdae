import { resolve } from "node:path";
import type { Address } from "viem";
import { z } from "zod";
import { localChainId, localContractAddress, localRpcUrl } from "#protocol/localWorld";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import type { AuthorizationSigner } from "#protocol/sale/signedAuthorization";
import { addressSchema } from "./addressSchema.ts";
import { type ConnectionLimits, defaultConnectionLimits } from "./connectionLimits.ts";
import { readDeployment } from "./deployments.ts";
import { type MintPolicy, PolicyError, readPolicy } from "./mint/policy.ts";
import { signerKeySchema } from "./mint/signerKey.ts";

/** Everything the service can be told. Times carry their unit in the name. */
export interface Settings {
  /** 0 for any free one. */
  port: number;
  host: string;
  rpcUrl: string;
  /** The RPC endpoint that browsers are told to use. */
  publicRpcUrl: string;
  /** Origin under which visitors reach the service; without it, each request tells. */
  publicUrl: string | undefined;
  chainId: number;
  contractAddress: Address;
  /** Folder of the stories; one process at a time. */
  dataDir: string;
  /** A PostgreSQL database that keeps the stories instead of the folder, for any number of processes. */
  databaseUrl: string | undefined;
  /** Folder of the drifters' metadata and portraits. */
  collectionDir: string;
  /** Folder of the production build of the web app. */
  webDir: string;
  /** Without it the page speaks to nobody about wallets on other devices. */
  walletConnect: WalletConnectConfig | undefined;
  /** How many proxies in front of the service may be believed about the client's address. */
  trustProxyHops: number;
  maxBodyBytes: number;
  logLevel: LogLevel;
  /** How many well-formed saves one network address may attempt in each minute. */
  savesPerMinute: number;
  /** How many saves of one drifter's owners are taken in each minute. */
  savesPerDrifterPerMinute: number;
  /** Who signs mint authorisations, and for whom; without it nobody gets one here. */
  mint: MintSettings | undefined;
  /** How many authorisations one network address may ask for in each minute. */
  authorizationsPerMinute: number;
  chainTimeoutMilliseconds: number;
  /** Port of `/metrics`, 0 for any free one; without it there are none. */
  metricsPort: number | undefined;
  /** How long a service that is told to end still takes requests, while `/readyz` says no. */
  drainMilliseconds: number;
  /** How long answers in flight may take after that. */
  shutdownMilliseconds: number;
  connectionLimits: ConnectionLimits;
  /** How long what `/readyz` has found holds before chain and store are asked anew. */
  readinessLifeMilliseconds: number;
}

export interface MintSettings {
  /** Signs with MINT_SIGNER_KEY, and does not tell it. */
  signer: AuthorizationSigner & { address: Address };
  policy: MintPolicy;
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** Thrown when the environment cannot be used; its message lists every fault, one a line. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

const environmentSchema = z.object({
  PORT: wholeNumber({ min: 0, max: 65_535 }).default(3000),
  HOST: z.string().default("127.0.0.1"),
  RPC_URL: httpUrl().default(localRpcUrl),
  PUBLIC_RPC_URL: httpUrl().optional(),
  PUBLIC_URL: httpOrigin().optional(),
  CHAIN_ID: wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }).default(localChainId),
  CONTRACT_ADDRESS: addressSchema.optional(),
  DEPLOYMENTS_DIR: folder().prefault("deployments"),
  DATA_DIR: folder().prefault(".world/narratives"),
  DATABASE_URL: databaseUrl().optional(),
  COLLECTION_DIR: folder().prefault(".world/collection"),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]+$/, "must be a project id: letters, digits, - and _")
    .optional(),
  WALLETCONNECT_RELAY_URL: webSocketUrl().default("wss://relay.walletconnect.org"),
  WALLETCONNECT_DIRECTORY_URL: httpOrigin().default("https://explorer-api.walletconnect.com"),
  WALLETCONNECT_IDENTITY_URL: httpOrigin().default("https://rpc.walletconnect.org"),
  TRUST_PROXY: wholeNumber({ min: 0, max: 100 }).default(0),
  MAX_NARRATIVE_BYTES: wholeNumber({ min: 1024, max: 64 * 1024 ** 2 }).default(1024 ** 2),
  SAVES_PER_MINUTE: wholeNumber({ min: 1, max: 1_000_000 }).default(120),
  SAVES_PER_DRIFTER_PER_MINUTE: wholeNumber({ min: 1, max: 1_000_000 }).default(30),
  MINT_SIGNER_KEY: signerKeySchema.optional(),
  MINT_POLICY: z.string().optional(),
  AUTHORIZATIONS_PER_MINUTE: wholeNumber({ min: 1, max: 1_000_000 }).default(30),
  METRICS_PORT: wholeNumber({ min: 0, max: 65_535 }).optional(),
  DRAIN_SECONDS: wholeNumber({ min: 0, max: 3_600 }).default(0),
  SHUTDOWN_SECONDS: wholeNumber({ min: 1, max: 3_600 }).default(20),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
});

/** Names of all variables, as `.env.example` explains them. */
export const environmentVariables: readonly string[] = Object.keys(environmentSchema.shape);

/**
 * Reads the settings from environment variables; one that is empty counts as absent.
 *
 * @throws {SettingsError} naming every variable that cannot be used.
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.entries(environment).filter(([, value]) => value?.trim() !== "");
  const parsed = environmentSchema.safeParse(Object.fromEntries(given));
  const { policy, faults } = givenPolicy(Object.fromEntries(given));
  const contract = givenContract(Object.fromEntries(given));
  faults.unshift(...contract.faults);
  if (!parsed.success) faults.unshift(...describeFaults(parsed.error, environment));
  if (!parsed.success || contract.address === undefined || faults.length > 0) {
    throw new SettingsError(faults.join("\n"));
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    rpcUrl: values.RPC_URL,
    publicRpcUrl: values.PUBLIC_RPC_URL ?? values.RPC_URL,
    publicUrl: values.PUBLIC_URL,
    chainId: values.CHAIN_ID,
    contractAddress: contract.address,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    collectionDir: values.COLLECTION_DIR,
    webDir: resolve(import.meta.dirname, "../../web/dist"),
    walletConnect: walletConnectSettings(values),
    trustProxyHops: values.TRUST_PROXY,
    maxBodyBytes: values.MAX_NARRATIVE_BYTES,
    logLevel: values.LOG_LEVEL,
    savesPerMinute: values.SAVES_PER_MINUTE,
    savesPerDrifterPerMinute: values.SAVES_PER_DRIFTER_PER_MINUTE,
    mint: values.MINT_SIGNER_KEY && policy && { signer: values.MINT_SIGNER_KEY, policy },
    authorizationsPerMinute: values.AUTHORIZATIONS_PER_MINUTE,
    chainTimeoutMilliseconds: 10_000,
    metricsPort: values.METRICS_PORT,
    drainMilliseconds: values.DRAIN_SECONDS * 1_000,
    shutdownMilliseconds: values.SHUTDOWN_SECONDS * 1_000,
    connectionLimits: defaultConnectionLimits,
    readinessLifeMilliseconds: 1_000,
  };
}

/** The policy, needed wherever there is a key; its faults are told beside all others. */
function givenPolicy(given: Record<string, string | undefined>): {
  policy?: MintPolicy;
  faults: string[];
} {
  if (given.MINT_SIGNER_KEY === undefined) return { faults: [] };
  if (given.MINT_POLICY === undefined) {
    return { faults: ["MINT_POLICY must be set: MINT_SIGNER_KEY signs only what it allows."] };
  }
  try {
    return { policy: readPolicy(resolve(given.MINT_POLICY)), faults: [] };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { faults: error.faults.map((fault) => `MINT_POLICY ${fault}`) };
  }
}

function walletConnectSettings(
  values: z.infer<typeof environmentSchema>,
): WalletConnectConfig | undefined {
  if (values.WALLETCONNECT_PROJECT_ID === undefined) return undefined;
  return {
    projectId: values.WALLETCONNECT_PROJECT_ID,
    relayUrl: values.WALLETCONNECT_RELAY_URL,
    directoryUrl: values.WALLETCONNECT_DIRECTORY_URL,
    identityUrl: values.WALLETCONNECT_IDENTITY_URL,
  };
}

/** The collection's address, if a variable or a deployment tells it; what keeps it from being told. */
function givenContract(given: Record<string, string | undefined>): {
  address?: Address;
  faults: string[];
} {
  const place = { CONTRACT_ADDRESS: true, CHAIN_ID: true, DEPLOYMENTS_DIR: true } as const;
  const { data } = environmentSchema.pick(place).safeParse(given);
  // The faults of these three are told with those of all others.
  if (data === undefined) return { faults: [] };
  try {
    return { address: data.CONTRACT_ADDRESS ?? deployedAddress(data), faults: [] };
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Where no variable says it: what was deployed, or where a local world puts it. */
function deployedAddress(values: { DEPLOYMENTS_DIR: string; CHAIN_ID: number }): Address {
  const { DEPLOYMENTS_DIR: directory, CHAIN_ID: chainId } = values;
  const deployment = readDeployment(directory, chainId);
  if (deployment !== undefined) return deployment.address;
  if (chainId === localChainId) return localContractAddress;
  throw new SettingsError(
    `CONTRACT_ADDRESS must be set: ${directory} tells of no deployment on chain ${chainId}. If another chain is meant, set CHAIN_ID; npm run deploy makes a deployment.`,
  );
}

/**
 * Reads the settings from the environment and the file `.env`, if there is one.
 *
 * @throws {SettingsError}
 */
export function loadSettings(): Settings {
  return readSettings(loadEnvironment());
}

/** The environment, with what the file `.env` adds to it, if there is one. */
export function loadEnvironment(): Record<string, string | undefined> {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
  return process.env;
}

function describeFaults(error: z.ZodError, environment: Record<string, string | undefined>) {
  return error.issues.map(({ path, message }) => {
    const name = path.join(".");
    // A key belongs on no screen, and a URL may hold one.
    return /_(URL|KEY)$/.test(name)
      ? `${name} ${message}.`
      : `${name} ${message}, not "${environment[name]}".`;
  });
}

function wholeNumber({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .refine(
      (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

function httpUrl() {
  return z
    .string()
    .refine(
      (value) => isOpenUrl(value, /^https?:$/),
      "must be an http or https URL without a password",
    );
}

/** The root of a host. */
function httpOrigin() {
  return httpUrl()
    .refine(
      (value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`,
      "must be an origin such as https://drifters.example, without a path",
    )
    .transform((value) => new URL(value).origin);
}

function webSocketUrl() {
  return z
    .string()
    .refine((value) => isOpenUrl(value, /^wss?:$/), "must be a ws or wss URL without a password");
}

/** Whether browsers may be told it: fetch refuses a URL that carries a password. */
function isOpenUrl(value: string, protocol: RegExp): boolean {
  const url = URL.parse(value);
  return url !== null && protocol.test(url.protocol) && url.username + url.password === "";
}

function databaseUrl() {
  return z
    .string()
    .refine(
      (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""),
      "must be a postgres:// URL",
    );
}

function folder() {
  return z.string().transform((value) => resolve(value));
}
