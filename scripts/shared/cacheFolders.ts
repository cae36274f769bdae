import { join } from "node:path";

const cache = join(import.meta.dirname, "../../cache");

/** Value of `NODE_COMPILE_CACHE`: Node's cache of compiled modules. */
export const compileCache = join(cache, "compiled");

/** Portraits shared by all small worlds, because drawing them takes nine tenths of the startup time. */
export const portraits = join(cache, "portraits");

/** The unpacked Chromium package, one folder per version. */
export const chromiums = join(cache, "chromium");
