/** Seconds for which a shared cache, such as nginx's or a CDN's, need not ask whether its copy is current. */
const freshSeconds = 1;
/** Seconds after that in which it may still send the copy, while it asks. */
const staleSeconds = 8;

/**
 * `Cache-Control` of responses that are the same for everybody and depend on stories, mints or files: shared caches
 * store them for seconds (`s-maxage` of RFC 9111, 5.2.2.10; `stale-while-revalidate` of RFC 5861), browsers revalidate
 * them. Neither for errors nor for what a client reads by its revision.
 */
export const sharedCacheControl = `public, max-age=0, s-maxage=${freshSeconds}, stale-while-revalidate=${staleSeconds}`;

/** The same for pages that lack something, so that they are soon made again. */
export const partialCacheControl = `public, max-age=0, s-maxage=${freshSeconds}`;

/** Longest time for which one shared cache sends what has been replaced, in seconds: caches round times up to one. */
export const longestSharedSeconds = freshSeconds + staleSeconds + 1;
