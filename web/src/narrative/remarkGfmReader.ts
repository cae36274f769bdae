import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

interface ParserExtensions {
  micromarkExtensions?: unknown[];
  fromMarkdownExtensions?: unknown[];
}

/**
 * Parses GitHub's Markdown extensions (tables, task lists, footnotes, strikethrough, bare links). Unlike
 * `remark-gfm`, it omits the serialiser, which no page needs.
 */
export function remarkGfmReader(this: { data(): object }): void {
  // Safety: remark's parser reads its extensions from these two keys.
  const data = this.data() as ParserExtensions;
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfm()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), gfmFromMarkdown()];
}
