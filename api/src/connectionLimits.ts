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
