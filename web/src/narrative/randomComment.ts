/** Ours, at the beginning of a text, with the line ends behind it. */
const ours = /^<!-- [0-9a-f]{32} -->\s*/;

/**
 * An HTML comment with 128 random bits: a text that nobody has published before, and of which
 * readers see nothing. By itself it removes a story (`isStory`).
 */
export function randomComment(): string {
  // Unlike `crypto.randomUUID`, it is there on plain-http pages, too.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return `<!-- ${digits.join("")} -->`;
}

/** An old text made new; a blank line ends the comment's block of Markdown. */
export function withRandomComment(text: string): string {
  return `${randomComment()}\n\n${text.replace(ours, "")}`;
}

/** The comment that makes a text new; undefined if it begins with none. */
export function randomCommentOf(text: string): string | undefined {
  return ours.exec(text)?.[0].trim();
}
