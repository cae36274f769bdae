import { runtimeConfig } from "../env.ts";

/** An address in full, with a link to the block explorer if there is one. */
export function BookAddress({ address }: { address: string }) {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return (
    <div className="address">
      <code>{address}</code>
      {explorer && <a href={`${explorer.url}/address/${address}`}>{explorer.name}</a>}
    </div>
  );
}
