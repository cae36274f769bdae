import { runtimeConfig } from "../env.ts";

/** Renders the description-list rows for the stories' license and the source code, if configured. */
export function OperatorRows() {
  const { contentLicense, sourceUrl } = runtimeConfig();
  return (
    <>
      {contentLicense && (
        <>
          <dt>Story license</dt>
          <dd>{contentLicense}</dd>
        </>
      )}
      {sourceUrl && (
        <>
          <dt>Source code</dt>
          <dd>
            <a href={sourceUrl}>{sourceUrl}</a>
          </dd>
        </>
      )}
    </>
  );
}
