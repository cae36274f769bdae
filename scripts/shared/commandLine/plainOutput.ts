import { visibleText } from "#protocol/sale/visibleText";

/** Where a command's answer and what it says about it go. */
export type Output = Pick<Console, "log" | "error">;

/** Shows texts so that nothing in them commands the terminal, whoever chose the names that they hold. */
export function plainOutput(output: Output): Output {
  const plain = (said: unknown) => (typeof said === "string" ? visibleText(said) : said);
  return {
    log: (...said: unknown[]) => output.log(...said.map(plain)),
    error: (...said: unknown[]) => output.error(...said.map(plain)),
  };
}
