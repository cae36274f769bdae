import { join } from "node:path";

/** Where Node keeps compiled modules for the processes that tests start, as `NODE_COMPILE_CACHE`. */
export const compileCache = join(import.meta.dirname, "..", "..", "cache", "compiled");
