import type { CDPSession, Page, Request, Route } from "playwright-core";
import { pageDataElementId } from "#protocol/pageMarkup";

type RouteHandler = (route: Route) => unknown;
type FulfillOptions = NonNullable<Parameters<Route["fulfill"]>[0]>;

interface Rule {
  /** The URL that the test passed. */
  glob: string;
  /** The same in the syntax of the Chrome DevTools Protocol, whose `*` also matches slashes. */
  urlPattern: string;
  matches: RegExp;
  handle: RouteHandler;
  /** Number of requests that it still handles. */
  times: number;
}

/** A request that the browser has paused. */
interface PausedRequest {
  requestId: string;
  request: {
    url: string;
    method: string;
    headers: Record<string, string>;
    postDataEntries?: { bytes?: string }[];
  };
}

/**
 * `page.route` for a tab of the pool: only requests that match a route leave the browser, and the browser keeps its
 * cache. Playwright's own pauses every request of the page and disables the cache, so that each page fetches and
 * compiles its scripts again: 0.2 s of CPU.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/tot/Fetch/
 */
export class PageRoutes {
  readonly #session: CDPSession;
  readonly #baseUrl: string;
  /** Newest first. */
  #rules: Rule[] = [];
  /** Number of the script that empties pages, while a test replaces the site's responses. */
  #emptying: Promise<{ identifier: string }> | undefined;

  /** @param baseUrl the site to which paths belong. */
  constructor(session: CDPSession, baseUrl: string) {
    this.#session = session;
    this.#baseUrl = baseUrl;
    session.on("Fetch.requestPaused", (paused) => void this.#answer(paused));
  }

  /** Members of a page that this class replaces. */
  readonly members: Partial<Record<PropertyKey, unknown>> = {
    route: (glob: string, handle: RouteHandler, { times = Infinity } = {}) => {
      this.#rules.unshift({ ...patternsOf(glob, this.#baseUrl), glob, handle, times });
      return this.#update();
    },
    unroute: (glob: string) => {
      this.#rules = this.#rules.filter((rule) => rule.glob !== glob);
      return this.#update();
    },
    unrouteAll: () => this.clear(),
  } satisfies Partial<Record<keyof Page, unknown>>;

  /** Paused requests continue to the network. */
  async clear(): Promise<void> {
    this.#rules = [];
    await this.#update();
  }

  async #update(): Promise<void> {
    await this.#updateEmptying();
    const patterns = this.#rules.map(({ urlPattern }) => ({ urlPattern }));
    await (patterns.length > 0
      ? this.#session.send("Fetch.enable", { patterns })
      : this.#session.send("Fetch.disable"));
  }

  /** The server has rendered its pages from other responses than the test's, so browsers have to render these. */
  async #updateEmptying(): Promise<void> {
    const isNeeded = this.#rules.some(({ urlPattern }) => urlPattern.startsWith(this.#baseUrl));
    if (isNeeded) {
      await this.#session.send("Page.enable");
      this.#emptying ??= this.#session.send("Page.addScriptToEvaluateOnNewDocument", {
        // The runner's compiler inserts calls of this helper, which pages do not have.
        source: `globalThis.__name = (named) => named; (${emptyPage})("${pageDataElementId}")`,
      });
      await this.#emptying;
    } else if (this.#emptying !== undefined) {
      const { identifier } = await this.#emptying;
      this.#emptying = undefined;
      await this.#session.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    }
  }

  async #answer(paused: PausedRequest): Promise<void> {
    const { requestId, request } = paused;
    // Handles CORS preflights of routed requests.
    if (request.method === "OPTIONS") return this.#fulfill(paused, { status: 204 });
    const rules = this.#rules.filter(({ matches }) => matches.test(request.url));
    const next = async (): Promise<void> => {
      const rule = rules.shift();
      if (rule === undefined) return this.#send("Fetch.continueRequest", { requestId });
      if (rule.times === 0) return next();
      rule.times -= 1;
      // Safety: the members that our tests use; calling any other is a TypeError.
      await rule.handle(route as Partial<Route> as Route);
    };
    const route = {
      // Safety: as above.
      request: () => readRequest(request) as Request,
      fulfill: (options: FulfillOptions = {}) => this.#fulfill(paused, options),
      abort: () => this.#send("Fetch.failRequest", { requestId, errorReason: "Failed" }),
      fallback: next,
    };
    await next();
  }

  async #fulfill({ requestId, request }: PausedRequest, options: FulfillOptions): Promise<void> {
    const { status = 200, json, body = json === undefined ? "" : JSON.stringify(json) } = options;
    const contentType =
      options.contentType ?? (json === undefined ? undefined : "application/json");
    const headers = {
      ...(contentType && { "content-type": contentType }),
      ...("Origin" in request.headers && {
        "access-control-allow-origin": "*",
        "access-control-allow-headers": "*",
        "access-control-allow-methods": "*",
        "access-control-expose-headers": "*",
      }),
      ...options.headers,
    };
    await this.#send("Fetch.fulfillRequest", {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString("base64"),
    });
  }

  /** Does nothing if the page has aborted the request. */
  async #send(...command: Parameters<CDPSession["send"]>): Promise<void> {
    await this.#session.send(...command).catch(() => undefined);
  }
}

/** Runs in the page: removes what the server has rendered, before the page's scripts run. */
function emptyPage(dataElementId: string): void {
  const remove = () => {
    document.getElementById("root")?.replaceChildren();
    document.getElementById(dataElementId)?.remove();
  };
  const observer = new MutationObserver(remove);
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener(
    "readystatechange",
    () => {
      observer.disconnect();
      remove();
    },
    { once: true },
  );
}

/**
 * @param glob a URL or a path, in which `*` stands for anything but a slash and `**` for anything.
 * @throws TypeError for Playwright's other wildcards, which would match nothing.
 */
function patternsOf(glob: string, baseUrl: string): Pick<Rule, "urlPattern" | "matches"> {
  if (/[{}[\]]/.test(glob)) throw new TypeError(`Routes know only * and **, not ${glob}.`);
  const { href } = new URL(glob, baseUrl);
  const literal = href.split(/(\*+)/);
  const regularExpression = literal.map((part) => {
    if (part.startsWith("*")) return part === "*" ? "[^/]*" : ".*";
    return part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&");
  });
  return {
    urlPattern: href.replaceAll(/[?\\]/g, "\\$&").replaceAll(/\*+/g, "*"),
    matches: new RegExp(`^${regularExpression.join("")}$`),
  };
}

function readRequest({ url, method, headers, postDataEntries = [] }: PausedRequest["request"]) {
  const entries = Object.entries(headers);
  const body = () =>
    Buffer.concat(postDataEntries.map(({ bytes = "" }) => Buffer.from(bytes, "base64"))).toString();
  return {
    url: () => url,
    method: () => method,
    /** By lower-case name. */
    headers: () => Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
    postData: body,
    postDataJSON: () => JSON.parse(body()),
  } satisfies Partial<Record<keyof Request, unknown>>;
}
