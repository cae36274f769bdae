/** Ways in which browsers replace a text with its translation. */
export type TranslationWay = "replaces" | "inserts and removes" | "surrounds";

/** Translates an element as browsers do: every text is put into capitals, in two `<font>` elements. Runs in a page too. */
export function translate(root: Element, way: TranslationWay = "replaces"): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest("font, textarea, [translate=no]"))
      continue;
    const font = document.createElement("font");
    const inner = font.appendChild(document.createElement("font"));
    inner.textContent = text.data.toUpperCase();
    if (way === "replaces") text.replaceWith(font);
    else text.before(font);
    if (way === "inserts and removes") text.remove();
    if (way === "surrounds") {
      text.data = text.data.toUpperCase();
      inner.replaceChildren(text);
    }
  }
}
