import { runtimeConfig } from "../env.ts";
import { CopyButton } from "./CopyButton.tsx";
import "./Address.css";

/** An address in full, with a button that copies it and a link to the block explorer if there is one. */
export function Address({ address }: { address: string }) {
  const explorer = runtimeConfig().chain.blockExplorers?.default;
  return (
    <div className="address">
      <code>{address}</code>
      <span className="address__actions">
        <CopyButton text={address} label="Copy" />
        {explorer && (
          <a href={`${explorer.url}/address/${address}`} target="_blank" rel="noopener">
            {explorer.name}
          </a>
        )}
      </span>
    </div>
  );
}
