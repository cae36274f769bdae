import { runtimeConfig } from "../env.ts";

/** Rows of a description list: the stories' licence and the source code, if the operator has named them. */
export function OperatorRows() {
  const { contentLicence, sourceUrl } = runtimeConfig();
  return (
    <>
      {contentLicence && (
        <>
          <dt>Licence of the stories</dt>
          <dd>{contentLicence}</dd>
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
