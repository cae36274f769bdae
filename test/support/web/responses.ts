import type { Page } from "playwright-core";

/** Serves `narrative` as the drifter's story, or 404 without one. Saves pass through. */
export async function serveStory(
  page: Page,
  drifterId: string,
  narrative: string | undefined,
): Promise<void> {
  const response =
    narrative === undefined
      ? { status: 404, json: { status: 404, code: "narrative.not_found" } }
      : { json: { drifterId, narrative } };
  await page.route(`/api/narrative/${drifterId}`, (route) =>
    route.request().method() === "GET" ? route.fulfill(response) : route.fallback(),
  );
}

/** Serves these drifters as the list of stories, in this order. */
export async function listStories(page: Page, drifterIds: readonly string[]): Promise<void> {
  await page.route("/api/narrative", (route) =>
    route.fulfill({ json: drifterIds.map((drifterId) => ({ drifterId })) }),
  );
}

/** Serves this metadata for the drifter. */
export async function describeToken(
  page: Page,
  drifterId: string,
  metadata: object,
): Promise<void> {
  await page.route(`/drifters/metadata/${drifterId}.json`, (route) =>
    route.fulfill({ json: metadata }),
  );
}

/** Delays responses for `path` until the returned function is called. */
export async function delayResponses(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

/** Resolves once the page has painted its current state. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
