import { useContext } from "react";
import { explorerPage } from "../chain/explorerPage.ts";
import { CopyButton } from "./CopyButton.tsx";
import { IsBook } from "./IsBook.ts";

/** Renders a full address with a copy button and, if there is a block explorer, a link to it. */
export function Address({ address }: { address: string }) {
  const explorer = explorerPage(`address/${address}`);
  const isBook = useContext(IsBook);
  return (
    <div className="address row">
      <code>{address}</code>
      {!isBook && <CopyButton text={address} label="Copy" />}
      {explorer && (
        <a href={explorer.url} target="_blank" rel="noopener">
          {explorer.name}
        </a>
      )}
    </div>
  );
}
