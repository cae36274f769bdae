import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

interface ParserExtensions {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * GitHub's additions to Markdown (tables, task lists, footnotes, strikethrough, bare links), for
 * reading only: `remark-gfm` also brings the way back to Markdown, which no page needs.
 */
export function remarkGfmReader(this: { data(): object }): void {
  // Safety: under these two names remark's parser looks for what to add to Markdown.
  const data = this.data() as ParserExtensions;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
