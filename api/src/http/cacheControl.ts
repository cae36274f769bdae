/** Seconds for which a shared cache, such as nginx or a CDN, may serve its copy without revalidation. */
const freshSeconds = 1;
/** Seconds after that in which it may serve a stale copy while it revalidates. */
const staleSeconds = 8;

/**
 * `Cache-Control` of public responses that depend on stories, mints or files: shared caches store them for seconds
 * (`s-maxage`, RFC 9111, 5.2.2.10; `stale-while-revalidate`, RFC 5861). Not for errors or responses that clients
 * compare by revision. Browsers always revalidate: without `must-revalidate`, some apply `stale-while-revalidate` too.
 */
export const sharedCacheControl = `public, max-age=0, must-revalidate, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;

/** `Cache-Control` of stories, lists and histories: shared caches revalidate each time; this process caches them. */
export const storyCacheControl = "public, no-cache";
