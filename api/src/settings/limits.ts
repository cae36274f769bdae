/** Durations and bounds that no variable configures; duration names end with the unit. Tests override some of these. */
export const limits = {
  /** Time limits for clients, and connection limits. */
  connectionLimits: {
    /** Time from the connection, or the previous request, to the end of the headers. */
    headersMilliseconds: 10_000,
    /** Time from the same start to the end of the body. */
    requestMilliseconds: 15_000,
    /** Idle timeout in both directions, which closes stalled readers. Longer than the maximum duration of a save. */
    silenceMilliseconds: 90_000,
    /** Interval at which the first two limits are checked. */
    checkedEveryMilliseconds: 1_000,
    /** Maximum number of connections; further connections are closed immediately. */
    connections: 1_000,
    /**
     * Maximum idle connections per client address. Not applied behind a proxy, where all
     * connections come from the proxy.
     */
    idleConnectionsPerAddress: 250,
  },
  /**
   * Limits for saves in progress: concurrency, queue length (further saves are rejected), and waiting time. More
   * concurrent saves make reads wait longer: docs/decisions/0011-saves-wait-in-a-bounded-queue.md.
   */
  saveLimits: { running: 8, waiting: 256, waitMilliseconds: 2_000 },
  /** Time limit for a chain request, across all RPC_URL endpoints. */
  chainTimeoutMilliseconds: 10_000,
  /**
   * How long the latest block is reused for reads other than saves. A local chain's latest block is
   * read for each request.
   */
  blockLifeMilliseconds: 250,
  /** How long a cached response is served without a known change. */
  responseLifeMilliseconds: 60_000,
  /** The same limit if the process does not receive every change. */
  briefLifeMilliseconds: 2_000,
  /** How long a stale response is served after a change, unless this process made the change. */
  staleMilliseconds: 1_000,
  /** How long a result of `/readyz` is reused before chain and store are checked again. */
  readinessLifeMilliseconds: 1_000,
  /** Time limit of each check for `/readyz`. */
  readinessTimeoutMilliseconds: 3_000,
  /** How long a page waits for a story and metadata before it is served without them. */
  pageTimeoutMilliseconds: 500,
  /** How long a list waits for names and traits before the response omits them. */
  metadataWaitMilliseconds: { brief: 200, long: 3_000 },
  /** Minimum interval between two reads of which tokens are minted. */
  mintedLifeMilliseconds: 1_000,
  /** How long requests wait for such a read, if cached ranges exist and if none do. */
  mintedTimeoutMilliseconds: { known: 1_000, unknown: 3_000 },
  /** Minimum interval between two reads of the sale's events. */
  saleHistoryLifeMilliseconds: 10_000,
  /** Minimum interval between two searches of the whole chain whose events were incomplete. */
  saleHistoryPauseMilliseconds: 600_000,
  /** Time limit for a read from `COLLECTION_ORIGIN`. */
  collectionTimeoutMilliseconds: 15_000,
  /** Minimum interval between two failed reads of the same remote file. */
  collectionPauseMilliseconds: 60_000,
  /** Limits of ENS lookups; see `LookupLimits`. */
  nameLimits: {
    running: 4,
    waiting: 1_000,
    waitMilliseconds: 30_000,
    entries: 20_000,
    lifeMilliseconds: 3_600_000,
    pauseMilliseconds: 60_000,
    maxMilliseconds: 86_400_000,
  },
  /** How long the address of a name that a visitor entered is reused. */
  nameLifeMilliseconds: 60_000,
};

export type Limits = typeof limits;
