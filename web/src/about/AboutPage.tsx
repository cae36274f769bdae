import { Link } from "react-router-dom";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionConfig } from "#collection/collectionConfig.ts";
import { aNoun } from "#protocol/values/noun";
import { pages, productName } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import { Address } from "../components/Address.tsx";
import { runtimeConfig } from "../env.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { OperatorRows } from "./OperatorRows.tsx";
import "./AboutPage.css";

/** Renders the About page: what the site is, and its contract, chain, license, source and API. */
export default function AboutPage() {
  useDocumentTitle(pages.about.title);
  const { chain, contract } = runtimeConfig();
  const { team }: CollectionConfig = collectionConfig;
  return (
    <div className="about">
      <h1>About</h1>
      <p>
        {productName} are tokens with portraits and stories. Whoever owns {aNoun} writes its story,
        and signs it with the wallet that holds it. Anyone can read the{" "}
        <Link to={pages.stories.path}>stories</Link> and check who signed them.
      </p>
      <p>
        <Link to={pages.help.path}>Help</Link> explains wallets, signatures and minting.
      </p>
      <dl>
        {team && (
          <>
            <dt>Run by</dt>
            <dd>{team.contact ? <a href={team.contact}>{team.name}</a> : team.name}</dd>
          </>
        )}
        <dt>Contract</dt>
        <dd>
          <Address address={contract} />
        </dd>
        <dt>Network</dt>
        <dd>
          {chain.name} (chain ID {chain.id})
        </dd>
        <OperatorRows />
        <dt>Software</dt>
        <dd>Version {import.meta.env.VITE_VERSION}, MIT license</dd>
        <dt>API</dt>
        <dd>
          <a href={apiPaths.description}>OpenAPI description</a>
        </dd>
        <dt>Sale</dt>
        <dd>
          <Link to={pages.phases.path}>Phases of the sale</Link>
        </dd>
      </dl>
    </div>
  );
}
