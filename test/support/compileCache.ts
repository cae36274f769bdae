import { join } from "node:path";

/** Lets processes of ours keep the modules that Node has compiled, for the next ones: loading them is half of a short one's work. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "..", "..", "cache", "compiled"),
};
