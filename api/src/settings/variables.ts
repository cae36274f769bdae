import { z } from "zod";
import { localChainId, localRpcUrl } from "#protocol/chain/localWorld";
import { apiPaths, tokenPathPrefix } from "#protocol/wire/paths";
import {
  addressSchema,
  databaseUrl,
  folder,
  folderUrl,
  httpOrigin,
  httpUrl,
  httpUrls,
  listenAddress,
  megabytes,
  seconds,
  signerKeySchema,
  webSocketUrl,
  wholeNumber,
} from "./kinds.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

interface Variable<Setting extends string, Schema extends z.ZodType<unknown, string>> {
  /** Field name in `Settings`. */
  setting: Setting;
  schema: Schema;
  /** Default value; without one, an absent variable is undefined. */
  fallback?: string;
  /** Description in sentences for `.env.example`. */
  about: string;
  /** Whether the value must not be shown. */
  secret?: boolean;
}

interface Options {
  fallback?: string;
  secret?: boolean;
}

function variable<
  const Setting extends string,
  Schema extends z.ZodType<unknown, string>,
  const Given extends Options,
>(
  setting: Setting,
  schema: Schema,
  about: string,
  options: Given = {} as Given,
): Variable<Setting, Schema> & Given {
  return { setting, schema, about, ...options };
}

/**
 * Every environment variable of the server, in the order of `.env.example`, which `npm run serve -- --example` prints.
 * Types, defaults, help and validation are derived from this table.
 */
export const variables = {
  HOST: variable(
    "host",
    listenAddress(),
    "Address that the server listens on. 0.0.0.0 accepts connections from other machines; put a TLS proxy in front.",
    { fallback: "127.0.0.1" },
  ),
  PORT: variable("port", wholeNumber({ min: 0, max: 65_535 }), "Port; 0 chooses a free one.", {
    fallback: "3000",
  }),
  RPC_URL: variable(
    "rpcUrls",
    httpUrls(),
    "JSON-RPC endpoint of the chain, or several, separated by commas: if one fails or lags behind, the next one is used. Saves are rejected while the chain ID is not CHAIN_ID.",
    { fallback: localRpcUrl, secret: true },
  ),
  CHAIN_ID: variable(
    "chainId",
    wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    "ID of the chain.",
    { fallback: String(localChainId) },
  ),
  PUBLIC_RPC_URL: variable(
    "publicRpcUrl",
    httpUrl(),
    "JSON-RPC endpoint for browsers, if not the first of RPC_URL. Set it when RPC_URL holds an API key or is not reachable from outside: every visitor can read this one.",
    { secret: true },
  ),
  PUBLIC_URL: variable(
    "publicUrl",
    httpOrigin(),
    "Origin of the site, such as https://site.example. All absolute URLs on pages start with it. Without it, previews of shared links have no picture.",
    { secret: true },
  ),
  CONTENT_LICENSE: variable(
    "contentLicense",
    z.string().min(1, "must be a license's name").max(200, "must be at most 200 characters long"),
    "License of the stories' texts, such as CC BY 4.0, for the page About. Without it the page names none.",
  ),
  SOURCE_URL: variable(
    "sourceUrl",
    httpUrl(),
    "Address of the site's source code, for the page About.",
  ),
  DEPLOYMENTS_DIR: variable(
    "deploymentsDir",
    folder(),
    "Folder in which npm run deploy records the collection's address on each chain.",
    { fallback: "deployments" },
  ),
  CONTRACT_ADDRESS: variable(
    "givenContract",
    addressSchema,
    "Address of the collection. Only needed if DEPLOYMENTS_DIR has no deployment for the chain; chain 31337 falls back to the contract of npm start. While there is no phased collection at the address, saves are rejected and /readyz says why.",
  ),
  DATA_DIR: variable(
    "dataDir",
    folder(),
    "Folder of the stories, one file per accepted text, for one server process at a time. Back this one up.",
    { fallback: ".world/narratives" },
  ),
  DATABASE_URL: variable(
    "databaseUrl",
    databaseUrl(),
    "PostgreSQL database for the stories, instead of that folder, such as postgres://user:password@localhost:5432/site. Any number of server processes can share it.",
    { secret: true },
  ),
  READ_CACHE_MB: variable(
    "readCacheBytes",
    megabytes({ min: 1, max: 65_536 }),
    "Megabytes of memory for the latest responses: stories, lists, pages, portraits. Others are generated again.",
    { fallback: "48" },
  ),
  COLLECTION_DIR: variable(
    "collectionDir",
    folder(),
    "Folder of metadata/{id}.json, images/{id}.jpg, images/full/{id}.jpg and, optionally, images/{width}/{id}.webp.",
    { fallback: ".world/collection" },
  ),
  COLLECTION_ORIGIN: variable(
    "collectionOrigin",
    folderUrl(),
    `Address of the metadata, such as https://gateway.example/ipfs/CID/ for a collection on IPFS, or https://site.example${tokenPathPrefix(apiPaths.metadata)} for a copy of a site: what precedes 7.json. What has been read once is kept in DATA_DIR/.collection. Then leave COLLECTION_DIR empty.`,
    { secret: true },
  ),
  REVEAL: variable(
    "reveal",
    z.enum(["minted", "all"], "must be minted or all"),
    "Which tokens are shown: minted, those that the contract has minted; or all, every one in COLLECTION_DIR, for collections whose art is public before the sale.",
    { fallback: "minted" },
  ),
  WALLETCONNECT_PROJECT_ID: variable(
    "walletConnectProjectId",
    z.string().regex(/^[\w-]+$/, "must be a project ID: letters, digits, - and _"),
    "WalletConnect project ID (https://dashboard.reown.com), for wallets on phones and other devices. Without it the page explains why they cannot be connected, and contacts no other origin. With it, opening the wallet dialog asks WalletConnect's directory for wallets; the relay is joined when a QR code is shown, which first requires a proof of the page's origin from https://verify.walletconnect.org.",
  ),
  WALLETCONNECT_RELAY_URL: variable(
    "walletConnectRelayUrl",
    webSocketUrl(),
    "Relay of encrypted messages between page and wallet.",
    { fallback: "wss://relay.walletconnect.org", secret: true },
  ),
  WALLETCONNECT_DIRECTORY_URL: variable(
    "walletConnectDirectoryUrl",
    httpOrigin(),
    "Directory of wallets.",
    { fallback: "https://explorer-api.walletconnect.com", secret: true },
  ),
  WALLETCONNECT_IDENTITY_URL: variable(
    "walletConnectIdentityUrl",
    httpOrigin(),
    "Service with names and images of accounts and a fallback RPC endpoint.",
    { fallback: "https://rpc.walletconnect.org", secret: true },
  ),
  TRUST_PROXY: variable(
    "trustProxyHops",
    wholeNumber({ min: 0, max: 100 }),
    "Number of proxies in front of the server. Rate limits count per client address: with 0 that of the connection, with 1 the one that your proxy wrote into X-Forwarded-For.",
    { fallback: "0" },
  ),
  MAX_NARRATIVE_BYTES: variable(
    "maxBodyBytes",
    wholeNumber({ min: 1024, max: 64 * 1024 ** 2 }),
    "Largest request to save a story, in bytes of JSON: slightly more than the longest story.",
    { fallback: String(1024 ** 2) },
  ),
  SAVES_PER_MINUTE: variable(
    "savesPerMinute",
    wholeNumber({ min: 1, max: 1_000_000 }),
    "Well-formed saves that one client address can attempt per minute.",
    { fallback: "120" },
  ),
  SAVES_PER_TOKEN_PER_MINUTE: variable(
    "savesPerTokenPerMinute",
    wholeNumber({ min: 1, max: 1_000_000 }),
    "Saves per minute that are accepted for one token, and checks of signatures that its contract wallet may fail.",
    { fallback: "30" },
  ),
  MINT_SIGNER_KEY: variable(
    "mintSigner",
    signerKeySchema,
    "Private key of the collection's signer, 0x and 64 hex digits. If set, the server signs mint authorizations (POST /api/mint/authorization). It is never shown or logged, and requires SALE_FILE.",
    { secret: true },
  ),
  SALE_FILE: variable(
    "saleFile",
    folder(),
    "JSON file of the sale, such as collection/sale.json: its phases with their times, prices and minters. docs/run-a-sale.md describes it. The service reads it again after each change.",
  ),
  MINT_CONFIRMATIONS: variable(
    "mintConfirmations",
    wholeNumber({ min: 1, max: 10_000 }),
    "Confirmations, its own block included, after which a mint is final; until then it counts as the largest quantity signed for it. Default: 12, or 1 on chain 31337.",
  ),
  AUTHORIZATIONS_PER_MINUTE: variable(
    "authorizationsPerMinute",
    wholeNumber({ min: 1, max: 1_000_000 }),
    "Mint authorizations that one client address can request per minute, and as many allowances.",
    { fallback: "30" },
  ),
  OWNER_READS_PER_MINUTE: variable(
    "ownerReadsPerMinute",
    wholeNumber({ min: 1, max: 1_000_000 }),
    "Reads of the chain per minute that one client address can cause: one for each owner's page, and one for each token's list of others of the same owner, which is left out above the limit.",
    { fallback: "120" },
  ),
  METRICS_PORT: variable(
    "metricsPort",
    wholeNumber({ min: 0, max: 65_535 }),
    "Port of /metrics for Prometheus, on HOST. If empty, metrics are not served. Do not expose it to the public.",
  ),
  DRAIN_SECONDS: variable(
    "drainMilliseconds",
    seconds({ min: 0, max: 3_600 }),
    "After SIGTERM, seconds in which the server still accepts requests while /readyz returns 503, so that a load balancer can switch over.",
    { fallback: "0" },
  ),
  SHUTDOWN_SECONDS: variable(
    "shutdownMilliseconds",
    seconds({ min: 1, max: 3_600 }),
    "After that, seconds in which it finishes open requests.",
    { fallback: "20" },
  ),
  LOG_LEVEL: variable(
    "logLevel",
    z.enum(logLevels, `must be one of ${logLevels.join(", ")}`),
    `${logLevels.slice(0, -1).join(", ")} or silent. The level info logs a JSON line for each request, except for reads of stories and probes, which debug logs.`,
    { fallback: "info" },
  ),
};

type Table = typeof variables;
export type VariableName = keyof Table;

/** The settings by name: each variable's parsed value or default, otherwise undefined. */
export type VariableSettings = {
  [Name in VariableName as Table[Name]["setting"]]:
    | z.output<Table[Name]["schema"]>
    | (Table[Name] extends { fallback: string } ? never : undefined);
};

// Safety: the table has no other keys.
export const variableNames = Object.keys(variables) as VariableName[];

/** Variables that only commands read, with their descriptions. */
export const commandVariables = {
  DEPLOYER_KEY:
    "Only for npm run deploy -- --network remote: private key of the account that pays, 0x and 64 hex digits. It is safer encrypted in Hardhat's keystore: npx hardhat keystore set DEPLOYER_KEY. The server never reads it.",
  ETHERSCAN_API_KEY: "Only for npm run deploy -- verify: Etherscan API key.",
} as const;
