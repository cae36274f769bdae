import { join } from "node:path";

const cache = join(import.meta.dirname, "../../cache");

/** Where Node keeps compiled modules, for the processes that get it as `NODE_COMPILE_CACHE`. */
export const compileCache = join(cache, "compiled");

/** One folder of portraits for all small worlds: painting is nine tenths of what one of them costs. */
export const portraits = join(cache, "portraits");
