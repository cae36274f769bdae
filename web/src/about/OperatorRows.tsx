import { runtimeConfig } from "../env.ts";

/** Rows of a description list: the stories' license and the source code, if the operator has named them. */
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
