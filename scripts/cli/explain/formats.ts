import type { AtlasEntry } from "./errorAtlas.ts";

/** For a terminal. */
export function asText({ signature, selector, given, rule, cause, fix, test }: AtlasEntry): string {
  return [
    `${selector}  ${given ?? signature}`,
    `  rule   ${rule}`,
    `  cause  ${cause}`,
    `  fix    ${fix}`,
    `  proof  test/contracts/${test.file}: “${test.title}”`,
  ].join("\n");
}

/** docs/errors.md */
export function asMarkdown(errors: readonly AtlasEntry[]): string {
  return `# Every error of the collection

What a call can revert with, and what to do about it. \`npm run explain -- 0xfb5f8423\` tells the same of one selector
or of all that a call reverted with; \`npm run mint -- explain\` tells which of them keep a wallet from minting.

Made by \`npm run explain -- --write\` from \`api/protocol/sale/contractErrors.ts\`, which pages and
commands take their words from too.
${errors.map(asSection).join("")}`;
}

function asSection({ name, signature, selector, rule, cause, fix, test }: AtlasEntry): string {
  return `
## ${name}

\`${signature}\`, \`${selector}\`

- **Rule:** ${rule}
- **Cause:** ${cause}
- **Fix:** ${fix}
- **Proof:** [${test.file}](../test/contracts/${test.file}), “${test.title}”
`;
}
