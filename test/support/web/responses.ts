import type { ConsoleMessage, Page, Route } from "playwright-core";
import { decodeFunctionData } from "viem";
import { collectionAbi } from "#chain/abi";
import type { World } from "../../../scripts/world/startWorld.ts";

/** Serves `narrative` as the drifter's story, or 404 without one. Saves pass through. */
export async function serveStory(
  page: Page,
  drifterId: string,
  narrative: string | undefined,
  tag?: string,
): Promise<void> {
  const response =
    narrative === undefined
      ? { status: 404, json: { status: 404, code: "narrative.not_found" } }
      : { json: { drifterId, narrative }, headers: tag ? { ETag: tag } : {} };
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

/** Routes `ownerOf` calls to `handle`. Other calls pass through. */
export async function routeOwnerOf(
  page: Page,
  world: Pick<World, "chain">,
  handle: (route: Route, read: { drifterId: bigint; contract: string }) => Promise<unknown>,
): Promise<void> {
  await page.route(`${world.chain.url}/`, async (route) => {
    const read = ownerOfRead(route.request().postDataJSON());
    await (read ? handle(route, read) : route.fallback());
  });
}

function ownerOfRead(request: unknown): { drifterId: bigint; contract: string } | undefined {
  // Safety: the page sends JSON-RPC.
  const { method, params } = request as { method: string; params: unknown[] };
  if (method !== "eth_call") return undefined;
  // Safety: the first parameter of eth_call is the call.
  const { to, data } = params[0] as { to: string; data: `0x${string}` };
  const call = decodeFunctionData({ abi: collectionAbi, data });
  return call.functionName === "ownerOf" ? { drifterId: call.args[0], contract: to } : undefined;
}

/** Collects errors that the app logs. Chromium's own lines, such as for each 404, have no arguments. */
export function loggedErrors(page: Page): ConsoleMessage[] {
  const messages: ConsoleMessage[] = [];
  page.on("console", (message) => {
    if (isLoggedError(message)) messages.push(message);
  });
  return messages;
}

/** Resolves with the arguments of the next logged error, if they are JSON. */
export async function nextLoggedError(page: Page): Promise<unknown[]> {
  const message = await page.waitForEvent("console", isLoggedError);
  return Promise.all(message.args().map((argument) => argument.jsonValue()));
}

function isLoggedError(message: ConsoleMessage): boolean {
  return message.type() === "error" && message.args().length > 0;
}

/** Resolves once the page has painted its current state. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}
