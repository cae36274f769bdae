/** Durations and bounds that no variable sets; names of durations end with their unit. Tests change some. */
export const limits = {
  /** Time limits for a client, and the number of connections. */
  connectionLimits: {
    /** From the connection or the previous request to the end of the headers. */
    headersMilliseconds: 10_000,
    /** From the same start to the end of the body. */
    requestMilliseconds: 15_000,
    /** Idle timeout in both directions; closes stalled readers. Longer than a save may take. */
    silenceMilliseconds: 90_000,
    /** Interval at which the first two are checked. */
    checkedEveryMilliseconds: 1_000,
    /** Further connections are closed immediately. */
    connections: 1_000,
    /** Connections of one client without a running request; behind a proxy, all are the proxy's. */
    idleConnectionsPerAddress: 250,
  },
  /**
   * Bounds of the saves that a process verifies and stores: how many at once, how many may wait (more are
   * rejected), and for so long. The more saves at once, the longer reads have to wait for their steps:
   * docs/decisions/0011-saves-wait-in-a-bounded-queue.md.
   */
  saveLimits: { running: 8, waiting: 256, waitMilliseconds: 2_000 },
  /** Time limit of one request to the chain, at all endpoints of RPC_URL together. */
  chainTimeoutMilliseconds: 10_000,
  /**
   * How long the newest block counts as such, for all reads but those of saves. On a local chain each request reads
   * it.
   */
  blockLifeMilliseconds: 250,
  /** How long a cached response is sent while no change is known. */
  responseLifeMilliseconds: 60_000,
  /** The same where there may be changes of which the process does not learn. */
  briefLifeMilliseconds: 2_000,
  /** How long a response is sent after a change, unless that is a save in this process. */
  staleMilliseconds: 1_000,
  /** How long a result of `/readyz` is reused before chain and store are checked again. */
  readinessLifeMilliseconds: 1_000,
  /** Time limit of each check for `/readyz`. */
  readinessTimeoutMilliseconds: 3_000,
  /** How long a page or its preview waits for a story and metadata, without which it is served otherwise. */
  pageTimeoutMilliseconds: 500,
  /** Minimum interval between two reads of which tokens are minted. */
  mintedLifeMilliseconds: 1_000,
  /** How long requests wait for such a read, with and without older ranges. */
  mintedTimeoutMilliseconds: { known: 1_000, unknown: 3_000 },
  /** Time limit of a read from `COLLECTION_ORIGIN`. */
  collectionTimeoutMilliseconds: 15_000,
  /** Minimum interval between two reads of a file there that fail. */
  collectionPauseMilliseconds: 60_000,
};

export type Limits = typeof limits;
