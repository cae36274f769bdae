import { nouns } from "#protocol/values/noun";
import { productName } from "#protocol/wire/pages";
import type { Checkpoint, SignedRevision } from "#protocol/wire/responses";
import { xmlText } from "../../feeds/feed.ts";
import type { Settings } from "../../settings/settings.ts";
import { formatRevision } from "./xhtml.ts";

interface ColophonFacts extends Pick<Settings, "chainId" | "contract" | "contentLicense"> {
  checkpoint: Checkpoint;
}

/** Formats the page that says where the stories come from, and how anyone can verify them. */
export function formatColophon({
  checkpoint,
  chainId,
  contract,
  contentLicense,
}: ColophonFacts): string {
  const { revisions, tokens, root } = checkpoint;
  const facts: [string, string][] = [
    ["Contract", contract],
    ["Chain ID", String(chainId)],
    [
      "Signed revisions",
      `${revisions.toLocaleString("en")} of ${tokens.toLocaleString("en")} ${nouns}`,
    ],
    ["Merkle root of all signed revisions", root],
    ...(contentLicense === undefined
      ? []
      : [["License of the stories", contentLicense] as [string, string]]),
  ];
  return [
    '<section class="colophon" epub:type="colophon" role="doc-colophon">',
    "<h1>Colophon</h1>",
    `<p>The wallet that owned a token of ${xmlText(productName)} wrote its story and signed it. This book contains every signed revision. Anyone with the book can check each signature, and that its signer owned the token:</p>`,
    "<p><code>npm run verify -- FILE.epub</code></p>",
    "<dl>",
    ...facts.map(([name, value]) => `<dt>${name}</dt><dd>${xmlText(value)}</dd>`),
    "</dl>",
    "</section>",
  ].join("\n");
}

/** Formats a page of signatures. */
export function formatSignatures(title: string, revisions: readonly SignedRevision[]): string {
  return [
    `<section class="signatures"><h1>${title}</h1>`,
    "<dl>",
    ...revisions.flatMap((revision) => [
      `<dt>#${revision.drifterId}, revision ${revision.revision} ${formatRevision(revision)}, block ${revision.blockNumber}</dt>`,
      `<dd>${revision.signature}</dd>`,
    ]),
    "</dl></section>",
  ].join("\n");
}
