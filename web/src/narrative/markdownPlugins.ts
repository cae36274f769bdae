import type { Options as Schema } from "rehype-sanitize";
import { findMentions } from "#protocol/stories/mentions";
import { tokenPagePath } from "#protocol/wire/pages";

const allowedScheme = /^(?:https?|mailto|tel):/i;
/** Matches `/path`, but not `//host`, `/\host` or its encoding `/%5c`, which lead to other sites. */
const sitePath = /^\/(?![/\\]|%5c)/i;

/**
 * Returns the URL if stories may link there, otherwise an empty string. Allows `#…`, paths of this
 * site, and the schemes http, https, mailto and tel, ignoring case.
 */
export function allowedUrl(url: string): string {
  // Browsers drop these characters when parsing a URL, so `/\t/host` is `//host`.
  const visibleUrl = url.replace(/[\t\n\r]/g, "").trim();
  const isAllowed =
    visibleUrl.startsWith("#") || sitePath.test(visibleUrl) || allowedScheme.test(visibleUrl);
  return isAllowed ? visibleUrl : "";
}

/**
 * Sanitizer schema for stories, derived from GitHub's. Allows any URL: `allowedUrl` filters URLs,
 * because this sanitizer compares schemes case-sensitively.
 */
export const storySchema: Schema = {
  protocols: {},
  // Footnote IDs already have this prefix, and the tree contains no other IDs.
  clobberPrefix: "",
};

interface Node {
  type: string;
  depth?: number;
  value?: string;
  url?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** Renumbers a story's headings from level 2 without gaps, because the token's name is the page's h1. */
export function remarkHeadings() {
  return (tree: Node): void => {
    const outer: number[] = [];
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === "heading" && node.depth !== undefined) {
        while ((outer.at(-1) ?? 0) >= node.depth) outer.pop();
        outer.push(node.depth);
        node.depth = Math.min(outer.length + 1, 6);
      }
      waiting.push(...[...(node.children ?? [])].reverse());
    }
  };
}

/** Sets each block's direction from its first letter; `Story.css` does the same for lines within a block. */
export function rehypeDirection() {
  return (tree: Node): void => {
    for (const { type, properties } of tree.children ?? []) {
      if (type === "element") Object.assign(properties ?? {}, { dir: "auto" });
    }
  };
}

/** Maximum nesting depth: deeper than real stories, far below where rendering overflows the stack. */
const maxDepth = 60;

/** Replaces content below the maximum depth with its text, so that every story renders. */
export function remarkLimitDepth() {
  return (tree: Node): void => {
    let level: Node[] = [tree];
    for (let depth = 0; level.length > 0; depth++) {
      if (depth === maxDepth) {
        for (const node of level) node.children = [{ type: "text", value: textContent(node) }];
      }
      level = level.flatMap(({ children = [] }) => children).filter(({ children }) => children);
    }
  };
}

/** Returns a node's complete text, without recursion. */
function textContent(node: Node): string {
  const words: string[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.value !== undefined && next.type !== "html") words.push(next.value);
    waiting.push(...[...(next.children ?? [])].reverse());
  }
  return words.join(" ");
}

/** Maximum number of linked mentions, which bounds the render time of a story full of mentions. */
const maxLinks = 500;

/** Links mentions of tokens, such as `Keeper 12` and `#12`, except inside links. */
export function remarkMentions() {
  return (tree: Node): void => {
    let linksLeft = maxLinks;
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === "link" || node.type === "linkReference" || !node.children) continue;
      node.children = node.children.flatMap((child) => {
        if (child.type !== "text" || linksLeft === 0) return [child];
        const parts = linkMentions(child.value ?? "", linksLeft);
        linksLeft -= parts.filter(({ type }) => type === "link").length;
        return parts;
      });
      waiting.push(...[...node.children].reverse());
    }
  };
}

/** Splits a text into text nodes and at most `maxCount` links. */
function linkMentions(text: string, maxCount: number): Node[] {
  const parts: Node[] = [];
  let end = 0;
  for (const mention of findMentions(text).slice(0, maxCount)) {
    if (mention.start > end) parts.push({ type: "text", value: text.slice(end, mention.start) });
    const words = { type: "text", value: text.slice(mention.start, mention.end) };
    parts.push({ type: "link", url: tokenPagePath(mention.drifterId), children: [words] });
    end = mention.end;
  }
  if (end < text.length) parts.push({ type: "text", value: text.slice(end) });
  return parts;
}
