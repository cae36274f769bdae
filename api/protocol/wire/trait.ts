import type { Trait } from "./responses.ts";

// A separate file, because every page uses this function, but few pages parse list parameters.

/** Formats a trait as a `trait` parameter: `Hat:Cowl`. */
export function formatTrait({ type, value }: Trait): string {
  return `${type.replace(/[%:]/g, encodeURIComponent)}:${value}`;
}
