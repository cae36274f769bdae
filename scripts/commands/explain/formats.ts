import { apiErrorCodes, apiErrorDetail, apiErrors, retryAdvice } from "#protocol/wire/errors";
import type { AtlasEntry } from "./errorAtlas.ts";

/** Formats an error for a terminal. */
export function formatEntry({ signature, selector, given, rule, cause, fix }: AtlasEntry): string {
  return [
    `${selector}  ${given ?? signature}`,
    `  rule   ${rule}`,
    `  cause  ${cause}`,
    `  fix    ${fix}`,
  ].join("\n");
}

const start = "<!-- Written by `npm run explain -- --write` from api/protocol/wire/errors.ts -->\n";
const end = "<!-- end -->";

/**
 * Updates the table of API errors in `document`.
 *
 * @throws {Error} if the document lacks the markers around the table.
 */
export function withApiErrorTable(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0)
    throw new Error(`The document lacks the markers of the API's errors: ${start}…${end}`);
  return `${document.slice(0, from)}${start}\n${table()}\n${document.slice(to)}`;
}

function table(): string {
  const rows = apiErrorCodes
    .map((code) => ({ code, ...apiErrors[code] }))
    .toSorted((a, b) => a.status - b.status)
    .map(
      ({ code, status, retry }) =>
        `| ${status} | \`${code}\` | ${apiErrorDetail(code)} | ${retry} |\n`,
    );
  const legend = Object.entries(retryAdvice).map(
    ([retry, advice]) => `- **${retry}:** ${advice}\n`,
  );
  return `${legend.join("")}\n| status | code | default message | retry |\n|---|---|---|---|\n${rows.join("")}`;
}
