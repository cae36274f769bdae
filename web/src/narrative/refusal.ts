import * as v from "valibot";
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

const problemSchema = v.object({ code: v.string() });

/** Creates a Refusal from an error response with any body. */
export async function refusalFrom(response: Response): Promise<Refusal> {
  const problem = v.safeParse(problemSchema, await response.json().catch(() => undefined));
  return new Refusal(response.status, problem.success ? problem.output.code : undefined);
}
