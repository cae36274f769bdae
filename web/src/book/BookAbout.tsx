import { Link } from "react-router-dom";
import { Nouns, noun, nouns } from "#protocol/values/noun";
import { type BookPage, bookRevisionsFile } from "#protocol/wire/bookMarkup";
import { productName, tokenPagePath } from "#protocol/wire/pages";
import { noticesFile } from "#protocol/wire/paths";
import { OperatorRows } from "../about/OperatorRows.tsx";
import { Address } from "../components/Address.tsx";
import { SavedDay } from "../components/SavedDay.tsx";
import { runtimeConfig } from "../env.ts";

/** Explains what a book is, what a book proves, and how to check and restore one. */
export function BookAbout({ checkpoint, removed }: Extract<BookPage, { kind: "about" }>) {
  const { chain, contract } = runtimeConfig();
  const { tokens, revisions, root, savedAt } = checkpoint;
  return (
    <div className="about">
      <h1>About this book</h1>
      <p>
        This is a copy of the stories of {productName}. It needs no server: read it from a disk or
        from any web host. Each story was signed by the wallet that owned its {noun}, and its
        signature proves it.
      </p>
      <dl>
        <dt>Contract</dt>
        <dd>
          <Address address={contract} />
        </dd>
        <dt>Network</dt>
        <dd>
          {chain.name} (chain ID {chain.id})
        </dd>
        <dt>Signed revisions</dt>
        <dd>
          <a href={`/${bookRevisionsFile}`}>{bookRevisionsFile}</a>:{" "}
          {revisions.toLocaleString("en")} of {tokens.toLocaleString("en")} {nouns}
          {savedAt && (
            <>
              , the newest of <SavedDay savedAt={savedAt} />
            </>
          )}
        </dd>
        <dt>For verifiers: Merkle root of all signed revisions</dt>
        <dd>
          <code>{root}</code>
        </dd>
        <dt>Check the signed revisions, or restore a server from them</dt>
        <dd>
          <code>npm run verify -- BOOK</code>
          <br />
          <code>npm run stories -- import BOOK</code>
        </dd>
        <OperatorRows />
        <dt>Licenses of the book's code and fonts</dt>
        <dd>
          <a href={`/${noticesFile}`}>{noticesFile}</a>
        </dd>
        {removed.length > 0 && (
          <>
            <dt>{Nouns} whose story was removed</dt>
            <dd>
              {removed.map((drifterId, index) => (
                <span key={drifterId}>
                  {index > 0 && ", "}
                  <Link to={tokenPagePath(drifterId)}>{drifterId}</Link>
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}
