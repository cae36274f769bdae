import type { Trait } from "./responses.ts";

// On its own, because every page has it, and few parse the parameters of a list.

/** Formats a trait as the parameter `trait` takes it: `Hat:Cowl`. */
export function formatTrait({ type, value }: Trait): string {
  return `${type.replace(/[%:]/g, encodeURIComponent)}:${value}`;
}
