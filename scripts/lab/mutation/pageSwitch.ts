/**
 * Runs in a page, before its own scripts: the switch that the mutated sources ask there. A process of a mutation run
 * imports it before tsx is registered, which would put calls into it that pages do not know.
 */
export function switchInPage(active: number): void {
  const seen = new Set<number>();
  let untold: number[] = [];
  const page = globalThis as unknown as {
    isMutant__(number: number): boolean;
    reached__(numbers: number[]): void;
  };
  const tell = () => {
    page.reached__(untold);
    untold = [];
  };
  page.isMutant__ = (number) => {
    if (!seen.has(number)) {
      seen.add(number);
      if (untold.push(number) === 1) queueMicrotask(tell);
    }
    return number === active;
  };
}
