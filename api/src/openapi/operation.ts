import type { ApiErrorCode } from "#protocol/errors";
import type { Parameter } from "#protocol/parameters";

/** Request and responses of one method of one path. HEAD responds like GET, OPTIONS with `Allow`. */
export interface Operation {
  id: string;
  summary: string;
  /** Type and schema of the successful response. */
  /** The response; `otherMediaType` if it may have another format. */
  answer: { mediaType: string; otherMediaType?: string; schema: object };
  takes?: { mediaType: string; schema: object };
  /** The response, with its status, when the service reports that it is not ready. */
  bad?: { status: number; description: string; mediaType: string; schema: object };
  /** Parameters of the URL's query. */
  query?: Record<string, Parameter<unknown>>;
  /** Request headers that it uses, by name; by default `If-None-Match` of GET. */
  listensTo?: Record<string, string>;
  /** Response headers that may be present, by name. */
  adds?: Record<string, string>;
  /** Its error codes, apart from those of every operation. */
  refusals: readonly ApiErrorCode[];
}
