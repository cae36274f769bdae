/** Characters that are not seen, or that change how others are seen: controls, directions, joiners. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** These have a meaning in most stories: line ends, tabs, and what holds emoji and some scripts together. */
const ordinary = /[\n\t\u200c\u200d]/;

/** The text with invisible characters written as their numbers: `⟨U+202E⟩`. */
export function visibleText(text: string): string {
  return text.replace(invisible, (character) =>
    ordinary.test(character) ? character : numberOf(character),
  );
}

/** The same for a change: also where lines end, and spaces where there is nothing else. */
export function visibleChange(text: string): string {
  const shown = visibleText(text).replaceAll("\n", "↵\n");
  return text.trim() === "" ? shown.replaceAll(" ", "·").replaceAll("\t", "→") : shown;
}

function numberOf(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
