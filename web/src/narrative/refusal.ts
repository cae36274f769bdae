import type { ApiErrorCode } from "#protocol/errors";

/** The service's answer that it did not do what was asked. */
export class Refusal extends Error {
  override name = "Refusal";
  /** Absent when something in between answered instead of the service; may be newer than the page. */
  readonly code: string | undefined;
  readonly status: number;

  constructor(status: number, code: string | undefined) {
    super(`The service answered ${status}${code ? ` (${code})` : ""}.`);
    this.status = status;
    this.code = code;
  }

  is(code: ApiErrorCode): boolean {
    return this.code === code;
  }
}

/** Reads a refusal from an answer, whatever its body is. */
export async function refusalFrom(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => undefined);
  return new Refusal(response.status, codeIn(problem));
}

function codeIn(problem: unknown): string | undefined {
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return undefined;
  return typeof problem.code === "string" ? problem.code : undefined;
}
