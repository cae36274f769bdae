import type { Serving } from "../../../listen.ts";

/** What each file of a server exports as `serve`. */
export type Serve<Input> = (input: Input) => Promise<Serving>;
