/** Seconds during which a shared cache, such as nginx or a CDN, may serve its copy without revalidation. */
const freshSeconds = 1;
/** Seconds after that during which a shared cache may serve a stale copy while it revalidates. */
const staleSeconds = 8;

/**
 * `Cache-Control` for public responses that depend on stories, mints or files: shared caches store
 * them for seconds (`s-maxage`, RFC 9111, section 5.2.2.10; `stale-while-revalidate`, RFC 5861).
 * Not for errors or responses that clients compare by revision. Browsers always revalidate: without
 * `must-revalidate`, some would also apply `stale-while-revalidate`.
 */
export const sharedCacheControl = `public, max-age=0, must-revalidate, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;

/**
 * `Cache-Control` for stories, lists and histories: shared caches revalidate each time; this
 * process caches the responses.
 */
export const storyCacheControl = "public, no-cache";
