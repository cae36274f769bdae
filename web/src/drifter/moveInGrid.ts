type Key = Pick<globalThis.KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">;

/**
 * Moves the focus from one link of a grid to another, as an arrow key says.
 *
 * @param links the grid's links, row by row.
 * @returns whether the key moved the focus; then the page must not scroll.
 */
export function moveInGrid(key: Key, links: readonly HTMLElement[]): boolean {
  const from = links.findIndex((link) => link.matches(":focus"));
  if (from < 0 || key.altKey || key.ctrlKey || key.metaKey || key.shiftKey) return false;
  const to = targetOf(key.key, from, links.length, () => columnsOf(links));
  if (to === undefined) return false;
  links[to]?.focus();
  return true;
}

/** The first row determines the number of columns; its items have the same top. */
function columnsOf(links: readonly HTMLElement[]): number {
  const top = (link: HTMLElement | undefined) => link?.getBoundingClientRect().top ?? 0;
  const first = top(links[0]);
  const columns = links.findIndex((link) => top(link) > first + 1);
  return columns < 0 ? links.length : columns;
}

function targetOf(key: string, from: number, length: number, columns: () => number) {
  const targets: Record<string, () => number> = {
    ArrowLeft: () => from - 1,
    ArrowRight: () => from + 1,
    ArrowUp: () => from - columns(),
    ArrowDown: () => from + columns(),
  };
  const to = Object.hasOwn(targets, key) ? targets[key]?.() : undefined;
  return to !== undefined && to >= 0 && to < length && to !== from ? to : undefined;
}
