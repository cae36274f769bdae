/** Time limits for a client, and the number of connections. */
export interface ConnectionLimits {
  /** From the connection, or the request before, to the end of the headers. */
  headersMilliseconds: number;
  /** The same to the end of the body. */
  requestMilliseconds: number;
  /** How long no byte may go either way: ends readers that do not read. Longer than a save may take. */
  silenceMilliseconds: number;
  /** How often the first two are looked at. */
  checkedEveryMilliseconds: number;
  /** More than these are hung up on at once. */
  connections: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  headersMilliseconds: 10_000,
  requestMilliseconds: 15_000,
  silenceMilliseconds: 90_000,
  checkedEveryMilliseconds: 1_000,
  connections: 1_000,
};
