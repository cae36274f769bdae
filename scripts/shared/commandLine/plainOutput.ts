import { visibleText } from "#sale/visibleText";

/** Where a command prints its result (`log`) and everything else (`error`). */
export type Output = Pick<Console, "log" | "error">;

/** Makes control characters visible, so that names from the chain cannot control the terminal. */
export function plainOutput(output: Output): Output {
  const plain = (value: unknown) => (typeof value === "string" ? visibleText(value) : value);
  return {
    log: (...values: unknown[]) => output.log(...values.map(plain)),
    error: (...values: unknown[]) => output.error(...values.map(plain)),
  };
}

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>;
