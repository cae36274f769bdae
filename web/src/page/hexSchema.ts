import * as v from "valibot";

/** Returns a schema for a hex string that matches a pattern; the pattern must start with `0x`. */
export function hexSchema(pattern = /^0x/) {
  return v.pipe(
    v.string(),
    v.regex(pattern),
    // Safety: the string matches the pattern.
    v.transform((text) => text as `0x${string}`),
  );
}
