import { findMentions } from "#protocol/mentions";
import { drifterPagePath } from "#protocol/pages";

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

/** Maximum number of mentions that become links, so that a story of mentions alone renders in time. */
const mostLinks = 500;

/** Turns mentions of drifters, such as `Drifter 12` and `#12`, into links, except inside links. */
export function remarkMentions() {
  return (tree: Node): void => {
    let linksLeft = mostLinks;
    const waiting = [tree];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === "link" || node.type === "linkReference" || !node.children) continue;
      node.children = node.children.flatMap((child) => {
        if (child.type !== "text" || linksLeft === 0) return [child];
        const parts = linkMentions(child.value ?? "", linksLeft);
        linksLeft -= parts.filter(({ type }) => type === "link").length;
        return parts;
      });
      waiting.push(...node.children.toReversed());
    }
  };
}

/** Splits a text into text and at most `most` links. */
function linkMentions(text: string, most: number): Node[] {
  const parts: Node[] = [];
  let end = 0;
  for (const mention of findMentions(text).slice(0, most)) {
    if (mention.start > end) parts.push({ type: "text", value: text.slice(end, mention.start) });
    const words = { type: "text", value: text.slice(mention.start, mention.end) };
    parts.push({ type: "link", url: drifterPagePath(mention.drifterId), children: [words] });
    end = mention.end;
  }
  if (end < text.length) parts.push({ type: "text", value: text.slice(end) });
  return parts;
}
