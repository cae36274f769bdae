import { type ApiErrorCode, apiErrorStatus } from "#protocol/errors";

/** The service's answer that it did not do what was asked. */
export class Refusal extends Error {
  override name = "Refusal";
  /** Absent when something in between answered instead of the service. */
  readonly code: ApiErrorCode | undefined;
  readonly status: number;

  constructor(status: number, code: ApiErrorCode | undefined) {
    super(`The service answered ${status}${code ? ` (${code})` : ""}.`);
    this.status = status;
    this.code = code;
  }
}

/** Reads a refusal from an answer, whatever its body is. */
export async function refusalFrom(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => undefined);
  return new Refusal(response.status, codeIn(problem));
}

function codeIn(problem: unknown): ApiErrorCode | undefined {
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return undefined;
  return typeof problem.code === "string" && isApiErrorCode(problem.code)
    ? problem.code
    : undefined;
}

function isApiErrorCode(code: string): code is ApiErrorCode {
  return Object.hasOwn(apiErrorStatus, code);
}
