import type { Serving } from "../../../listen.ts";

/** Type of each server file's export `serve`. */
export type Serve<Input> = (input: Input) => Promise<Serving>;
