/** Seconds for which a shared cache, such as nginx's or a CDN's, need not check whether its copy is current. */
const freshSeconds = 1;
/** Seconds after that in which it may still send the copy while it revalidates. */
const staleSeconds = 8;

/**
 * `Cache-Control` of responses that are the same for everybody and depend on stories, mints or files: shared caches
 * store them for seconds (`s-maxage` of RFC 9111, 5.2.2.10; `stale-while-revalidate` of RFC 5861). Neither for errors
 * nor for what a client reads by its revision. Browsers ask each time: without `must-revalidate`, some follow
 * `stale-while-revalidate` too.
 */
export const sharedCacheControl = `public, max-age=0, must-revalidate, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;

/** `Cache-Control` of stories, lists and histories: shared caches revalidate each time; this process caches them. */
export const storyCacheControl = "public, no-cache";
