import { resolve } from "node:path";

/** Loads sharp with the cards' fonts instead of the machine's. Loaded on demand: sharp is 20 MB of native code. */
export async function loadSharp() {
  process.env.FONTCONFIG_FILE = resolve(import.meta.dirname, "fonts.conf");
  return (await import("sharp")).default;
}
