import { ApiError } from "../problem.ts";

/**
 * The site's origin for absolute URLs, never that of a request.
 *
 * @throws {ApiError} `route.not_found` if it is not set.
 */
export function requirePublicUrl(publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl;
  throw new ApiError("route.not_found", {
    detail: "Feeds and sitemaps need absolute URLs: the operator has not set PUBLIC_URL.",
  });
}
