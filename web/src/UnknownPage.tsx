import { Link } from "react-router-dom";
import { pages } from "#protocol/pages";
import { PageMessage } from "./components/PageMessage.tsx";
import { isStoragePersistent } from "./page/storage.ts";

/** Page for an unknown URL; the server returns it with 404. */
export function UnknownPage() {
  return (
    <PageMessage title="Off the map">
      <p>No trail leads here. If there was a page at this address, the dust has it now.</p>
      <p>
        <Link to={pages.home.path}>Back to the Fringe</Link>
      </p>
    </PageMessage>
  );
}

/** What is shown instead of a page that throws. */
export function BrokenPage() {
  return (
    <PageMessage title="Dust in the works">
      <p>
        Something went wrong. Reload the page.
        {isStoragePersistent() && " Unsaved drafts are kept in this browser."}
      </p>
      <p>
        <a href={pages.home.path}>Back to the Fringe</a>
      </p>
    </PageMessage>
  );
}
