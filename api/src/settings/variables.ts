import { z } from "zod";
import { localChainId, localRpcUrl } from "#protocol/chain/localWorld";
import {
  addressSchema,
  databaseUrl,
  folder,
  folderUrl,
  httpOrigin,
  httpUrl,
  httpUrls,
  integerSchema,
  listenAddress,
  megabytes,
  seconds,
  signerKeySchema,
  webSocketUrl,
} from "./kinds.ts";

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

interface Variable<Setting extends string, Schema extends z.ZodType<unknown, string>> {
  /** Field name in `Settings`. */
  setting: Setting;
  schema: Schema;
  /** Default value; if absent, the setting is undefined unless the variable is set. */
  fallback?: string;
  /** Description in `.env.example`. */
  about: string;
  /** Whether to redact the value in output. */
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
 * Every environment variable that the server reads, in the order of `.env.example`, which `npm run
 * serve -- --example` prints. Types, defaults, help and validation derive from this table.
 */
export const variables = {
  HOST: variable(
    "host",
    listenAddress(),
    "Address that the server listens on. 0.0.0.0 accepts connections from other machines; put a TLS proxy in front.",
    { fallback: "127.0.0.1" },
  ),
  PORT: variable("port", integerSchema({ min: 0, max: 65_535 }), "Port; 0 chooses a free one.", {
    fallback: "3000",
  }),
  RPC_URL: variable(
    "rpcUrls",
    httpUrls(),
    "JSON-RPC endpoint of the chain, or several, separated by commas: if an endpoint fails or lags behind, the next is used. Saves are rejected while the chain ID is not CHAIN_ID.",
    { fallback: localRpcUrl, secret: true },
  ),
  CHAIN_ID: variable(
    "chainId",
    integerSchema({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    "ID of the chain.",
    { fallback: String(localChainId) },
  ),
  PUBLIC_RPC_URL: variable(
    "publicRpcUrl",
    httpUrl(),
    "JSON-RPC endpoint for browsers; the first in RPC_URL if empty. Set it when RPC_URL contains an API key or is not reachable from outside: every visitor can read it.",
    { secret: true },
  ),
  ENS_RESOLVER: variable(
    "ensResolver",
    z.union([z.literal("off"), addressSchema], "must be an address or off"),
    "Address of ENS's universal resolver on the chain, for the names of owners and authors; off shows only addresses. If empty, viem's address for the chain, or off where it has none.",
  ),
  PUBLIC_URL: variable(
    "publicUrl",
    httpOrigin(),
    "Origin of the site, such as https://site.example. All absolute URLs on pages start with it. Without it, previews of shared links have no image.",
    { secret: true },
  ),
  CONTENT_LICENSE: variable(
    "contentLicense",
    z.string().min(1, "must be a license's name").max(200, "must be at most 200 characters long"),
    "License of the stories' texts, such as CC BY 4.0, for the About page; if empty, the page omits it.",
  ),
  SOURCE_URL: variable(
    "sourceUrl",
    httpUrl(),
    "URL of the site's source code, for the About page.",
  ),
  EPUB_URL: variable(
    "epubUrl",
    httpUrl(),
    "URL of the stories as an e-book (npm run stories -- book --epub), for a link on the page of stories.",
  ),
  DEPLOYMENTS_DIR: variable(
    "deploymentsDir",
    folder(),
    "Folder in which npm run deploy saves the collection's address on each chain.",
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
    "Folder for the stories, one file per accepted text, used by one server process at a time. Back this folder up.",
    { fallback: ".world/narratives" },
  ),
  DATABASE_URL: variable(
    "databaseUrl",
    databaseUrl(),
    "PostgreSQL database for the stories, used instead of that folder, such as postgres://user:password@localhost:5432/site. Any number of server processes can share it.",
    { secret: true },
  ),
  READ_CACHE_MB: variable(
    "readCacheBytes",
    megabytes({ min: 1, max: 65_536 }),
    "Memory for cached responses (stories, lists, pages, portraits), in megabytes. The least recently used responses are evicted first.",
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
    `Address of the metadata, such as https://gateway.example/ipfs/CID/ for a collection on IPFS, or https://site.example/tokens/metadata/ for a copy of a site: the URL that precedes 7.json. Files read once are cached in DATA_DIR/.collection. Then leave COLLECTION_DIR empty.`,
    { secret: true },
  ),
  REVEAL: variable(
    "reveal",
    z.enum(["minted", "all"], "must be minted or all"),
    "Which tokens are shown: minted, only minted tokens; or all, every token in COLLECTION_DIR, for collections whose art is public before the sale.",
    { fallback: "minted" },
  ),
  WALLETCONNECT_PROJECT_ID: variable(
    "walletConnectProjectId",
    z.string().regex(/^[\w-]+$/, "must be a project ID: letters, digits, - and _"),
    "WalletConnect project ID (https://dashboard.reown.com), for wallets on phones and other devices. Without it, the site explains why these cannot connect, and contacts no other origin. With it, opening the wallet dialog requests WalletConnect's directory; showing a QR code joins the relay, which first verifies the site's origin through https://verify.walletconnect.org.",
  ),
  WALLETCONNECT_RELAY_URL: variable(
    "walletConnectRelayUrl",
    webSocketUrl(),
    "Relay for encrypted messages between the site and wallets.",
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
    "Service for account names and images, and a fallback RPC endpoint.",
    { fallback: "https://rpc.walletconnect.org", secret: true },
  ),
  TRUST_PROXY: variable(
    "trustProxyHops",
    integerSchema({ min: 0, max: 100 }),
    "Number of proxies in front of the server. Rate limits count per client address: 0 uses the connection's address, 1 the address that your proxy writes into X-Forwarded-For.",
    { fallback: "0" },
  ),
  MAX_NARRATIVE_BYTES: variable(
    "maxBodyBytes",
    integerSchema({ min: 1024, max: 64 * 1024 ** 2 }),
    "Maximum size of a save request, in bytes of JSON: slightly more than the longest story.",
    { fallback: String(1024 ** 2) },
  ),
  SAVES_PER_MINUTE: variable(
    "savesPerMinute",
    integerSchema({ min: 1, max: 1_000_000 }),
    "Well-formed saves that one client address can attempt per minute.",
    { fallback: "120" },
  ),
  SAVES_PER_TOKEN_PER_MINUTE: variable(
    "savesPerTokenPerMinute",
    integerSchema({ min: 1, max: 1_000_000 }),
    "Accepted saves per minute and token, and failed signature checks per minute and contract wallet.",
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
    "The sale's JSON file, such as collection/sale.json: phases with their times, prices and minters. docs/run-a-sale.md describes it. The service reloads it after each change.",
  ),
  MINT_CONFIRMATIONS: variable(
    "mintConfirmations",
    integerSchema({ min: 1, max: 10_000 }),
    "Confirmations, including the mint's own block, after which a mint is final; until then it counts as the largest quantity signed for it. Default: 12, or 1 on chain 31337.",
  ),
  AUTHORIZATIONS_PER_MINUTE: variable(
    "authorizationsPerMinute",
    integerSchema({ min: 1, max: 1_000_000 }),
    "Mint authorizations that one client address can request per minute, and as many allowances.",
    { fallback: "30" },
  ),
  OWNER_READS_PER_MINUTE: variable(
    "ownerReadsPerMinute",
    integerSchema({ min: 1, max: 1_000_000 }),
    "Chain reads per minute that one client address can cause: one per owner's page, one per ENS name that the client enters, and one per token's list of the owner's other tokens, which is omitted above the limit.",
    { fallback: "120" },
  ),
  METRICS_PORT: variable(
    "metricsPort",
    integerSchema({ min: 0, max: 65_535 }),
    "Port of /metrics for Prometheus, on HOST. If empty, metrics are not served. Do not expose it to the public.",
  ),
  DRAIN_SECONDS: variable(
    "drainMilliseconds",
    seconds({ min: 0, max: 3_600 }),
    "After SIGTERM, seconds during which the server still accepts requests while /readyz returns 503, so that a load balancer can switch over.",
    { fallback: "0" },
  ),
  SHUTDOWN_SECONDS: variable(
    "shutdownMilliseconds",
    seconds({ min: 1, max: 3_600 }),
    "After that, seconds to finish open requests.",
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

/** Descriptions of variables that only commands read. */
export const commandVariables = {
  DEPLOYER_KEY:
    "Only for npm run deploy -- --network remote: private key of the account that pays, 0x and 64 hex digits. It is safer encrypted in Hardhat's keystore: npx hardhat keystore set DEPLOYER_KEY. The server never reads it.",
  ETHERSCAN_API_KEY: "Only for npm run deploy -- verify: Etherscan API key.",
} as const;
