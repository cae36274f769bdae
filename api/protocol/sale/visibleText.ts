/** Controls but line ends and tabs, what has no width, and what turns the direction of a line around. */
const hidden = /(?![\n\t])[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * The text with every character that nobody sees, or that commands whatever shows it, as `\u202e`: names of
 * phases and the words of other contracts are anybody's. JSON stays JSON of the same.
 */
export function visibleText(text: string): string {
  return text.replace(
    hidden,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
