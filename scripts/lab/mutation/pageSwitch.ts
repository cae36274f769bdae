/**
 * Defines the switch in a page, before the page's scripts run. It must be imported before tsx is registered, because
 * tsx would insert calls of helpers that do not exist in pages.
 */
export function switchInPage(active: number): void {
  const seen = new Set<number>();
  let unreported: number[] = [];
  const page = globalThis as unknown as {
    isMutant__(number: number): boolean;
    reached__(numbers: number[]): void;
  };
  const tell = () => {
    page.reached__(unreported);
    unreported = [];
  };
  page.isMutant__ = (number) => {
    if (!seen.has(number)) {
      seen.add(number);
      if (unreported.push(number) === 1) queueMicrotask(tell);
    }
    return number === active;
  };
}
