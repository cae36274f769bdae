/** Durations and bounds that no variable configures; names of durations end with their unit. Tests override some. */
export const limits = {
  /** Client time limits and the number of connections. */
  connectionLimits: {
    /** From the connection or the previous request to the end of the headers. */
    headersMilliseconds: 10_000,
    /** From the same start to the end of the body. */
    requestMilliseconds: 15_000,
    /** Idle timeout in both directions; closes stalled readers. Longer than a save may take. */
    silenceMilliseconds: 90_000,
    /** Interval at which the first two limits are checked. */
    checkedEveryMilliseconds: 1_000,
    /** Maximum number of connections; further ones are closed immediately. */
    connections: 1_000,
    /** Maximum idle connections per client; behind a proxy, all connections are the proxy's. */
    idleConnectionsPerAddress: 250,
  },
  /**
   * Bounds of the saves that a process verifies and stores: how many at once, how many may wait (more are
   * rejected), and for so long. The more saves at once, the longer reads have to wait for their steps:
   * docs/decisions/0011-saves-wait-in-a-bounded-queue.md.
   */
  saveLimits: { running: 8, waiting: 256, waitMilliseconds: 2_000 },
  /** Time limit of a chain request, over all RPC_URL endpoints. */
  chainTimeoutMilliseconds: 10_000,
  /** How long the latest block is reused for reads other than saves. A local chain's is read for each request. */
  blockLifeMilliseconds: 250,
  /** How long a cached response is served while no change is known. */
  responseLifeMilliseconds: 60_000,
  /** The same limit where some changes are not reported to the process. */
  briefLifeMilliseconds: 2_000,
  /** How long a stale response is served after a change, unless this process made the change by a save. */
  staleMilliseconds: 1_000,
  /** How long a result of `/readyz` is reused before chain and store are checked again. */
  readinessLifeMilliseconds: 1_000,
  /** Time limit of each check for `/readyz`. */
  readinessTimeoutMilliseconds: 3_000,
  /** How long a page or its preview waits for a story and metadata, before it is served without them. */
  pageTimeoutMilliseconds: 500,
  /** Minimum interval between two reads of which tokens are minted. */
  mintedLifeMilliseconds: 1_000,
  /** How long requests wait for such a read, with and without cached ranges. */
  mintedTimeoutMilliseconds: { known: 1_000, unknown: 3_000 },
  /** Time limit of a read from `COLLECTION_ORIGIN`. */
  collectionTimeoutMilliseconds: 15_000,
  /** Minimum interval between two failing reads of the same file there. */
  collectionPauseMilliseconds: 60_000,
};

export type Limits = typeof limits;
