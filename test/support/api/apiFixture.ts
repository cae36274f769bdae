import { join } from "node:path";
import type { Logger } from "pino";
import { collectionConfig } from "#collection/collection.config.ts";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import type { DrifterId } from "#protocol/values/drifterId";
import type { ApiProblem, NarrativeSaveRequest, SignedRevision } from "#protocol/wire/responses";
import { startServer } from "../../../api/src/server.ts";
import { limits } from "../../../api/src/settings/limits.ts";
import { readSettings, type Settings } from "../../../api/src/settings/settings.ts";
import { temporaryFolder } from "../temporaryFolder.ts";
import { hardhatAccount } from "../web/injectedWallet.ts";
import { borrowChain } from "./borrowedChain.ts";
import { assertDescribed, assertSafe } from "./description.ts";

/** Returns one of Hardhat's well-known accounts, with its key in this process. */
export const account = hardhatAccount;

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Opens a chain with a deployed collection. Closing it reverts the chain. */
export async function openFixture() {
  const chain = await borrowChain();
  const contract = await chain.ethers.deployContract(collectionConfig.contract, [
    "",
    account(1).address,
  ]);
  await contract.adjustPhases("Gifts", 1, 10_001);
  let lastId = 0;
  return {
    chain,
    contract,
    /** Mints a new drifter to `owner`. */
    async giveToken(owner: string): Promise<DrifterId> {
      await contract.gift("Gifts", [owner]);
      lastId += 1;
      return String(lastId);
    },
    close: () => chain.close(),
  };
}

/** Opens a fixture before the tests of the surrounding `describe`, and closes it after them. */
export function useFixture(): Fixture {
  // Safety: complete before the first test runs.
  const fixture = {} as Fixture;
  before("open the fixture", async () => {
    Object.assign(fixture, await openFixture());
  });
  after("close the fixture", () => fixture.close());
  return fixture;
}

/** Long enough that it never elapses during a test, in milliseconds. */
const hour = 3_600_000;

export type Api = Awaited<ReturnType<typeof startApi>>;

/** Starts the service on a free port, by default with its own folder. */
export async function startApi(overrides: Partial<Settings> = {}, logger?: Logger) {
  const folder = await temporaryFolder();
  const settings: Settings = {
    ...readSettings({}),
    port: 0,
    dataDir: join(folder, "narratives"),
    collectionDir: join(folder, "collection"),
    webDir: join(folder, "web"),
    logLevel: "silent",
    chainTimeoutMilliseconds: hour,
    readinessTimeoutMilliseconds: hour,
    pageTimeoutMilliseconds: hour,
    shutdownMilliseconds: hour,
    saveLimits: { ...limits.saveLimits, waitMilliseconds: hour },
    metadataWaitMilliseconds: { brief: hour, long: hour },
    mintedLifeMilliseconds: 0,
    mintedTimeoutMilliseconds: { known: hour, unknown: hour },
    saleHistoryLifeMilliseconds: 0,
    saleHistoryPauseMilliseconds: 0,
    responseLifeMilliseconds: hour,
    briefLifeMilliseconds: hour,
    staleMilliseconds: 0,
    savesPerMinute: 10_000,
    savesPerTokenPerMinute: 10_000,
    ...overrides,
  };
  const server = await startServer(settings, logger);
  /** Sends a request; throws if the OpenAPI description does not cover the response. */
  const send = (path: string, init?: RequestInit) => sendDescribed(server.url, path, init);
  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers });
  /** Posts any body. */
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
  return {
    ...server,
    settings,
    send,
    get,
    post,
    /** Revalidates a response as a browser with this ETag in its cache does. */
    revalidate: (path: string, etag: string | null) =>
      // Without this option, fetch adds "no-cache", which requests a complete response.
      get(path, { "if-none-match": etag ?? "", "cache-control": "max-age=0" }),
    /** Posts a save to its drifter's path. */
    save: (request: NarrativeSaveRequest, headers?: Record<string, string>) =>
      post(`/api/narrative/${request.drifterId}`, JSON.stringify(request), headers),
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Checks every response against the OpenAPI description. */
async function sendDescribed(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url + path, init);
  const body = Buffer.from(await response.clone().arrayBuffer());
  const { status, headers } = response;
  assertSafe(headers);
  assertDescribed({ method: init.method ?? "GET", path, status, headers, body });
  return response;
}

/** Starts the service on a fixture's chain. */
export async function startApiFor(
  { chain, contract: deployed }: Pick<Fixture, "chain" | "contract">,
  overrides: Partial<Settings> = {},
  logger?: Logger,
): Promise<Api> {
  const { contract } = readSettings({ CONTRACT_ADDRESS: await deployed.getAddress() });
  return startApi({ rpcUrls: [chain.url], contract, ...overrides }, logger);
}

/** Returns a save as the web app sends it, signed by `signer`. */
export async function signedSave(
  signer: ReturnType<typeof account>,
  drifterId: DrifterId,
  narrative: string,
): Promise<NarrativeSaveRequest> {
  const signedMessage = narrativeMessage(drifterId, narrative);
  const signature = await signer.signMessage({ message: signedMessage });
  return { drifterId, narrative, signedMessage, signature };
}

export async function recordOf(response: Response): Promise<SignedRevision> {
  // Safety: tests compare the fields of the revision that they read.
  return (await response.json()) as SignedRevision;
}

/** Returns an error response's status and code. */
export async function problemCodeOf(response: Response): Promise<string> {
  if (response.ok) return `${response.status}`;
  // Safety: a body that is not problem details has no code, and the comparison fails.
  const problem = (await response.json()) as ApiProblem;
  return `${response.status} ${problem.code}`;
}
