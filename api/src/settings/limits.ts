/** Time limits for a client, and the number of connections. */
export interface ConnectionLimits {
  /** From the connection or the previous request to the end of the headers. */
  headersMilliseconds: number;
  /** From the same start to the end of the body. */
  requestMilliseconds: number;
  /** Idle timeout in both directions; closes stalled readers. Longer than a save may take. */
  silenceMilliseconds: number;
  /** Interval at which the first two are checked. */
  checkedEveryMilliseconds: number;
  /** Further connections are closed immediately. */
  connections: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  silenceMilliseconds: 90_000,
  checkedEveryMilliseconds: 1_000,
  connections: 1_000,
};

/** Bounds of the saves that a process verifies and stores. */
export interface SaveLimits {
  /** Saves at once. */
  running: number;
  /** Saves that wait for their turn; more are refused. */
  waiting: number;
  /** A save that has waited for this time is refused. */
  waitMilliseconds: number;
}

/** The more saves at once, the longer reads have to wait for their steps: docs/decisions/0011-signers-recovered-by-webassembly.md. */
export const defaultSaveLimits: SaveLimits = { running: 8, waiting: 256, waitMilliseconds: 2_000 };
