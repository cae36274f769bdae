import { join } from "node:path";

/** One folder of portraits for the worlds of all tests: painting is nine tenths of what a small world costs. */
export const portraits = join(import.meta.dirname, "..", "..", "cache", "portraits");
