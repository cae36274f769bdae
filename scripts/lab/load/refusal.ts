import type { VisitorAnswer } from "./visitor.ts";

/** Thrown for a response that refuses a request for now: status 503, a code, and when to try again. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly code: string;

  constructor(code: string) {
    super(`status 503: ${code}`);
    this.code = code;
  }
}

/** @throws {Refusal} for a complete 503 of the service, and an error for any other status than `expected`. */
export function assertStatus({ status, headers, body }: VisitorAnswer, expected = 200): void {
  if (status === expected) return;
  const isProblem = headers["content-type"]?.startsWith("application/problem+json") === true;
  if (status === 503 && isProblem && headers["retry-after"] !== undefined) {
    // Safety: a problem of our own service; anything else fails below.
    const { code } = JSON.parse(body.toString()) as { code?: unknown };
    if (typeof code === "string") throw new Refusal(code);
  }
  throw new Error(`status ${status} instead of ${expected}: ${body}`);
}
