import { runtimeConfig } from "../env.ts";

/**
 * Returns a page of the chain's block explorer, if it has one.
 *
 * @param path `tx/0x…` or `address/0x…`.
 */
export function explorerPage(path: string): { name: string; url: string } | undefined {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return explorer && { name: explorer.name, url: `${explorer.url.replace(/\/$/, "")}/${path}` };
}
