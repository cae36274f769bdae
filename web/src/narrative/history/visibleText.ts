/** Invisible or formatting characters: controls, direction marks, joiners. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Legitimate in stories: line breaks, tabs, and the joiners of emoji and some scripts. */
const ordinary = /[\n\t\u200c\u200d]/;

/** Returns the text with invisible characters as code points, such as `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) =>
    ordinary.test(character) ? character : numberOf(character),
  );
}

/** The same for a change; also shows line breaks, and spaces if there is nothing else. */
export function visibleChange(text: string): string {
  const shown = visibleText(text).replaceAll("\n", "↵\n");
  return text.trim() === "" ? shown.replaceAll(" ", "·").replaceAll("\t", "→") : shown;
}

function numberOf(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
