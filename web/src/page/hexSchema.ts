import * as v from "valibot";

/** Returns a schema of a hex string that matches a pattern, which starts with `0x`. */
export function hexSchema(pattern = /^0x/) {
  return v.pipe(
    v.string(),
    v.regex(pattern),
    // Safety: it matches the pattern.
    v.transform((text) => text as `0x${string}`),
  );
}
