/** Normalizes line ends to a textarea's, so that texts that differ only in line ends are equal. */
export function toUnixLineEnds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Matches the app's random comment at the start of a text, including the line breaks that follow. */
const randomCommentPattern = /^<!-- [0-9a-f]{32} -->\s*/;

/**
 * Returns an HTML comment with 128 random bits, which makes a text unique and is invisible to
 * readers. A text with nothing but this comment removes a story (`isStory`).
 */
export function randomComment(): string {
  // Unlike `crypto.randomUUID`, `getRandomValues` is available on plain-http pages.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return `<!-- ${digits.join("")} -->`;
}

/** Returns a text as the editor shows it, without the random comment. */
export function stripRandomComment(text: string): string {
  return text.replace(randomCommentPattern, "");
}

/** Returns the random comment at the start of a text, if any. */
export function findRandomComment(text: string): string | undefined {
  return randomCommentPattern.exec(text)?.[0].trim();
}
