/**
 * How many of a list's items are above a height in the window, if all are equally high.
 *
 * @param y in pixels from the window's upper edge.
 */
export function itemsAbove(list: Element, y: number): number {
  const { top, height } = list.getBoundingClientRect();
  const share = height > 0 ? (y - top) / height : 0;
  return Math.ceil(list.childElementCount * Math.min(Math.max(share, 0), 1));
}
