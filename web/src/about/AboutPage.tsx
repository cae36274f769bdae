import { Link } from "react-router-dom";
import { aNoun } from "#protocol/values/noun";
import { pages, productName } from "#protocol/wire/pages";
import { apiPaths } from "#protocol/wire/paths";
import { Address } from "../components/Address.tsx";
import { runtimeConfig } from "../env.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { OperatorRows } from "./OperatorRows.tsx";
import "./AboutPage.css";

/** What the site is, and the contract, chain, license, source and API behind it. */
export default function AboutPage() {
  useDocumentTitle(pages.about.title);
  const { chain, contract } = runtimeConfig();
  return (
    <div className="about">
      <h1>About</h1>
      <p>
        {productName} are tokens with portraits and stories. Whoever owns {aNoun} writes its story,
        and signs it with the wallet that holds it. Anyone can read the{" "}
        <Link to={pages.stories.path}>stories</Link> and check who signed them.
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
        <OperatorRows />
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
