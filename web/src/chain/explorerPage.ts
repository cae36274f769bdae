import { runtimeConfig } from "../env.ts";

/** Returns a block explorer URL and the explorer's name; undefined if the chain has no explorer. */
export function explorerPage(
  path: `address/${string}` | `tx/${string}`,
): { name: string; url: string } | undefined {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return explorer && { name: explorer.name, url: `${explorer.url.replace(/\/$/, "")}/${path}` };
}
