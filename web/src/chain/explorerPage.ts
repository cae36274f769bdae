import { runtimeConfig } from "../env.ts";

/** Returns a page of the chain's block explorer and the explorer's name; undefined if the chain has none. */
export function explorerPage(
  path: `address/${string}` | `tx/${string}`,
): { name: string; url: string } | undefined {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return explorer && { name: explorer.name, url: `${explorer.url.replace(/\/$/, "")}/${path}` };
}
