import { visibleText } from "#protocol/sale/visibleText";

/** Where a command prints its result (`log`) and everything else (`error`). */
export type Output = Pick<Console, "log" | "error">;

/** Makes control characters visible, so that no name from the chain can control the terminal. */
export function plainOutput(output: Output): Output {
  const plain = (said: unknown) => (typeof said === "string" ? visibleText(said) : said);
  return {
    log: (...said: unknown[]) => output.log(...said.map(plain)),
    error: (...said: unknown[]) => output.error(...said.map(plain)),
  };
}
