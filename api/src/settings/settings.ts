import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Address } from "viem";
import type { z } from "zod";
import { localChainId, localContractAddress } from "#protocol/chain/localWorld";
import type { AuthorizationSigner } from "#protocol/wire/mintAuthorization";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { readIfPresent } from "../base/readIfPresent.ts";
import { buildFolder } from "./build.ts";
import { readDeployment } from "./deployments.ts";
import { type Limits, limits } from "./limits.ts";
import { readSaleFile, SaleFileError, type SalePlan } from "./saleFile.ts";
import { unknownVariables } from "./unknownVariables.ts";
import { type VariableSettings, variableNames, variables } from "./variables.ts";

/** The configuration: variable values, derived settings and fixed limits. */
export interface Settings extends Omit<VariableSettings, "mintSigner">, Limits {
  /** JSON-RPC endpoint for browsers. */
  publicRpcUrl: string;
  contract: Address;
  /** Folder of the web app's production build. */
  webDir: string;
  /** WalletConnect project ID; if absent, the app does not offer WalletConnect. */
  walletConnect: WalletConnectConfig | undefined;
  /** Signer of mint authorizations, and the sale that limits them; undefined if this server signs none. */
  mint: MintSettings | undefined;
  mintConfirmations: number;
  /** One warning per variable name that looks misspelled. */
  unknownVariables: readonly string[];
}

export interface MintSettings {
  /** Signs with MINT_SIGNER_KEY; does not expose the key. */
  signer: AuthorizationSigner & { address: Address };
  /** The sale when the settings were read. */
  plan: SalePlan;
}

/** Thrown for an invalid configuration; the message lists every error, one per line. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

/**
 * Reads the settings from environment variables; an empty variable counts as absent.
 *
 * @param fileNames names of the variables set in the file `.env`.
 * @throws {SettingsError} listing every invalid variable.
 * @example readSettings({ RPC_URL: "https://node.example", CONTRACT_ADDRESS: "0x…" }).port // 3000
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  fileNames: readonly string[] = [],
): Settings {
  const { values, errors } = readVariables(environment);
  const { address, error } = collectionAddress(values);
  const sale = readSale(values, environment);
  const sources = findSourceErrors(environment, values);
  const all = [...errors, ...sources, ...(error ?? []), ...sale.errors];
  if (all.length > 0 || address === undefined) throw new SettingsError(all.join("\n"));
  // Safety: each variable without an error has a valid value, or is absent and has no default.
  const { mintSigner: signer, ...settings } = values as VariableSettings;
  const isLocal = settings.chainId === localChainId;
  return {
    ...limits,
    ...(isLocal && localLimits),
    ...settings,
    publicRpcUrl: settings.publicRpcUrl ?? settings.rpcUrls[0],
    contract: address,
    webDir: join(buildFolder, "web"),
    walletConnect: walletConnectSettings(settings),
    mint: signer && sale.plan && { signer, plan: sale.plan },
    mintConfirmations: settings.mintConfirmations ?? defaultConfirmations(settings.chainId),
    unknownVariables: unknownVariables(environment, fileNames),
  };
}

/** Timeout for a local node, which may be slow but is always reachable. */
const localLimits = {
  chainTimeoutMilliseconds: 120_000,
  blockLifeMilliseconds: 0,
  saveLimits: { ...limits.saveLimits, waitMilliseconds: 120_000 },
};

/** Parses the variables; returns the valid settings and one error per invalid variable. */
function readVariables(environment: Readonly<Record<string, string | undefined>>): {
  values: Partial<VariableSettings>;
  errors: string[];
} {
  const values: Record<string, unknown> = {};
  const errors: string[] = [];
  for (const name of variableNames) {
    const { setting, schema, fallback, secret }: VariableRow = variables[name];
    const given = environment[name]?.trim() === "" ? undefined : environment[name];
    const text = given ?? fallback;
    if (text === undefined) continue;
    const parsed = schema.safeParse(text);
    if (parsed.success) values[setting] = parsed.data;
    else {
      const shown = secret ? "" : `, not "${given}"`;
      errors.push(...parsed.error.issues.map(({ message }) => `${name} ${message}${shown}.`));
    }
  }
  return { values, errors };
}

/** Returns one error per setting that excludes a remote collection. */
function findSourceErrors(
  { COLLECTION_DIR: folder = "" }: Readonly<Record<string, string | undefined>>,
  { collectionOrigin, reveal }: Partial<VariableSettings>,
): string[] {
  if (collectionOrigin === undefined) return [];
  const errors: string[] = [];
  if (folder.trim() !== "") {
    errors.push(
      "COLLECTION_DIR and COLLECTION_ORIGIN are both set: clear the one that is not used.",
    );
  }
  if (reveal === "all") {
    errors.push("REVEAL=all requires COLLECTION_DIR: only a folder lists all tokens.");
  }
  return errors;
}

type VariableRow = {
  setting: string;
  schema: z.ZodType<unknown, string>;
  fallback?: string;
  secret?: boolean;
};

/** Reads the sale, which is required with a key. */
function readSale(
  { mintSigner, saleFile }: Partial<VariableSettings>,
  { MINT_POLICY = "" }: Readonly<Record<string, string | undefined>>,
): { plan?: SalePlan; errors: readonly string[] } {
  if (mintSigner === undefined) return { errors: [] };
  if (saleFile === undefined) {
    const advice = MINT_POLICY === "" ? "" : " It replaces MINT_POLICY; see docs/run-a-sale.md.";
    return {
      errors: [`SALE_FILE must be set: MINT_SIGNER_KEY signs only what it allows.${advice}`],
    };
  }
  try {
    return { plan: readSaleFile(saleFile), errors: [] };
  } catch (error) {
    if (!(error instanceof SaleFileError)) throw error;
    return { errors: error.problems };
  }
}

function walletConnectSettings(
  settings: Omit<VariableSettings, "mintSigner">,
): WalletConnectConfig | undefined {
  if (settings.walletConnectProjectId === undefined) return undefined;
  return {
    projectId: settings.walletConnectProjectId,
    relayUrl: settings.walletConnectRelayUrl,
    directoryUrl: settings.walletConnectDirectoryUrl,
    identityUrl: settings.walletConnectIdentityUrl,
  };
}

/** Finds the collection's address: configured, from the chain's deployment, or the local world's. */
function collectionAddress({ givenContract, chainId, deploymentsDir }: Partial<VariableSettings>): {
  address?: Address;
  error?: string[];
} {
  if (givenContract !== undefined) return { address: givenContract };
  // An invalid CHAIN_ID has already been reported.
  if (chainId === undefined || deploymentsDir === undefined) return {};
  try {
    const deployment = readDeployment(deploymentsDir, chainId);
    if (deployment !== undefined) return { address: deployment.address };
  } catch (error) {
    return { error: [error instanceof Error ? error.message : String(error)] };
  }
  if (chainId === localChainId) return { address: localContractAddress };
  return {
    error: [
      `CONTRACT_ADDRESS must be set: ${deploymentsDir} has no deployment on chain ${chainId}. Set CHAIN_ID if you mean another chain; npm run deploy creates a deployment.`,
    ],
  };
}

/**
 * Reads the settings from the environment and, if present, the file `.env`.
 *
 * @throws {SettingsError}
 */
export function loadSettings(): Settings {
  const environment = loadEnvironment();
  return readSettings(environment, Object.keys(readEnvFile()));
}

/** Returns the environment, including the variables in the file `.env`, if present. */
export function loadEnvironment(): Record<string, string | undefined> {
  // Unlike process.loadEnvFile, does not include a byte order mark in the first name.
  for (const [name, value] of Object.entries(readEnvFile())) process.env[name] ??= value;
  return process.env;
}

function readEnvFile(): NodeJS.Dict<string> {
  return parseEnv(readIfPresent(".env") ?? "");
}

/**
 * Returns the number of confirmations after which a mint is final. A local chain mines one block
 * per transaction, and has no reorgs.
 */
function defaultConfirmations(chainId: number): number {
  return chainId === localChainId ? 1 : 12;
}
