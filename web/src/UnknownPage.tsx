import { Link } from "react-router-dom";
import { pages } from "#protocol/wire/pages";
import { PageMessage } from "./components/PageMessage.tsx";
import { isStoragePersistent } from "./page/storage.ts";
import { voice } from "./page/voice.ts";

/** Renders the page for an unknown URL, which the server returns with status 404. */
export function UnknownPage() {
  return (
    <PageMessage title={voice.unknownPage.title}>
      <p>{voice.unknownPage.text}</p>
      <p>
        <Link to={pages.home.path}>{voice.home}</Link>
      </p>
    </PageMessage>
  );
}

/** Renders a fallback for a page that throws. */
export function BrokenPage() {
  return (
    <PageMessage title={voice.brokenPage}>
      <p>
        Something went wrong. Reload the page.
        {isStoragePersistent() && " Unsaved drafts are kept in this browser."}
      </p>
      <p>
        <a href={pages.home.path}>{voice.home}</a>
      </p>
    </PageMessage>
  );
}
