/**
 * Returns how many items of a list are above `y`, assuming equal heights.
 *
 * @param y in pixels from the top of the viewport.
 */
export function itemsAbove(list: Element, y: number): number {
  const { top, height } = list.getBoundingClientRect();
  const share = height > 0 ? (y - top) / height : 0;
  return Math.ceil(list.childElementCount * Math.min(Math.max(share, 0), 1));
}
