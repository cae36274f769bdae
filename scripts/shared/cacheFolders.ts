import { join } from "node:path";

const cache = join(import.meta.dirname, "../../cache");

/** Value of `NODE_COMPILE_CACHE`: Node's cache of compiled modules. */
export const compileCache = join(cache, "compiled");

/** Portraits shared by all small worlds: drawing them takes nine tenths of such a world's start. */
export const portraits = join(cache, "portraits");

/** The packaged Chromium, unpacked: a folder for each version. */
export const chromiums = join(cache, "chromium");
