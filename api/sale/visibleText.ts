/** Matches control characters except line feed and tab, zero-width characters and bidirectional controls. */
const hidden = /(?![\n\t])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Escapes invisible and control characters (`\u202e`) in untrusted text, such as phase names and
 * other contracts' messages. JSON remains equivalent JSON.
 */
export function visibleText(text: string): string {
  return text.replace(
    hidden,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
