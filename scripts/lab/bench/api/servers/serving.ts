/** A server that is up. */
export interface Serving {
  url: string;
  close(): Promise<void>;
}

/** What each file of a server exports as `serve`. */
export type Serve<Input> = (input: Input) => Promise<Serving>;
