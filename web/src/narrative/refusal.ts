import type { ApiErrorCode } from "#protocol/errors";

/** An error response of the service. */
export class Refusal extends Error {
  override name = "Refusal";
  /** Absent if a proxy responded; may be newer than the page. */
  readonly code: string | undefined;
  readonly status: number;

  constructor(status: number, code: string | undefined) {
    super(`The service returned ${status}${code ? ` (${code})` : ""}.`);
    this.status = status;
    this.code = code;
  }

  is(code: ApiErrorCode): boolean {
    return this.code === code;
  }
}

/** Creates a Refusal from an error response with any body. */
export async function refusalFrom(response: Response): Promise<Refusal> {
  const problem: unknown = await response.json().catch(() => undefined);
  return new Refusal(response.status, codeIn(problem));
}

function codeIn(problem: unknown): string | undefined {
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return undefined;
  return typeof problem.code === "string" ? problem.code : undefined;
}
