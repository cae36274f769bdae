import { encodeErrorResult, toFunctionSelector } from "viem";
import { collectionAbi } from "#chain/abi";
import { ANoun, Noun, noun, nouns } from "#protocol/values/noun";
import { apiErrorCodes, apiProblem } from "#protocol/wire/errors";
import { apiPaths, isAtPath } from "#protocol/wire/paths";
import { type Choice, createChoice } from "./choice.ts";

/** A simulated faulty response. */
interface Fault {
  label: string;
  /** Returns the faulty response; throws as fetch does on a network failure. */
  respond(request: Request): Promise<Response>;
}

/** An endpoint, and the faults to simulate there. */
interface FaultPoint {
  title: string;
  /** What the app should show during a fault. */
  shows: string;
  /** Whether the app reads from this endpoint, so that a change of fault requires a refetch. */
  isRead: boolean;
  /** Whether the endpoint is the node rather than the service. */
  targetsNode: boolean;
  /** Whether a request is for this endpoint. */
  matches(request: Request): boolean | Promise<boolean>;
  faults: Record<string, Fault>;
  chosen: Choice<string>;
}

const unreachable: Fault = {
  label: "is unreachable",
  respond: () => Promise.reject(new TypeError("Failed to fetch")),
};
const serverError = respondWith("returns 500", () => new Response("", { status: 500 }));
const webPage = respondWith(
  "returns a web page",
  () =>
    new Response("<!doctype html><title>A page</title>", {
      headers: { "Content-Type": "text/html" },
    }),
);
const nullBody = respondWith("returns null", () => Response.json(null));
const slow: Fault = {
  label: "is slow (five seconds)",
  async respond(request) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return plainFetch(request);
  },
};

/** The save succeeds, but the operator hides the story from readers. */
const hidden: Fault = {
  label: "works, but the story is hidden",
  async respond(request) {
    const { body, headers, status } = await plainFetch(request);
    return new Response(body, { status, headers: [...headers, ["Story-Visibility", "hidden"]] });
  },
};

const rateLimited = respondWith(
  "returns 429",
  () => new Response("Too Many Requests", { status: 429 }),
);

/** The browser's `fetch`, without simulated faults. */
const plainFetch = window.fetch.bind(window);

/** Returns a predicate for requests to an API path. */
const matchesPath =
  (path: Parameters<typeof isAtPath>[0], wanted?: "GET" | "POST") =>
  ({ method, url }: Request) =>
    (wanted === undefined || method === wanted) && isAtPath(path, new URL(url).pathname);

const readFaults = { unreachable, serverError, nullBody, webPage, slow };
const writeFaults = { unreachable, webPage, slow };
const tokenErrors = /^(token|owner|narrative|revision|message|hash|signature)\./;

/** All simulated network faults, by endpoint. */
export const faultPoints: readonly FaultPoint[] = [
  createFaultPoint("metadata", `${ANoun}'s metadata`, `“${Noun} #… not found.”`, {
    matches: matchesPath(apiPaths.metadata),
    faults: readFaults,
  }),
  createFaultPoint(
    "story",
    `${ANoun}'s story`,
    `Shows the ${noun} as if it had no story, and logs the reason.`,
    {
      matches: matchesPath(apiPaths.narrative, "GET"),
      faults: { unreachable, serverError, webPage, slow },
    },
  ),
  createFaultPoint(
    "list",
    "The list of stories",
    "Shows no list on the home page, and logs “Error fetching narratives:”. The stories page shows “The stories failed to load.” with Try again.",
    { matches: matchesPath(apiPaths.narratives), faults: readFaults },
  ),
  createFaultPoint(
    "gallery",
    "The gallery",
    `Shows “The ${nouns} failed to load.” with Try again.`,
    {
      matches: matchesPath(apiPaths.tokens),
      faults: readFaults,
    },
  ),
  createFaultPoint(
    "owned",
    `A wallet's ${nouns}`,
    `The owner page and the wallet dialog show “… ${nouns} failed to load.” with Try again.`,
    {
      matches: matchesPath(apiPaths.ownedTokens),
      faults: readFaults,
    },
  ),
  createFaultPoint(
    "neighbors",
    `${ANoun}'s neighbors`,
    `Shows the ${noun} without links to its neighbors.`,
    {
      matches: matchesPath(apiPaths.neighbors),
      faults: readFaults,
    },
  ),
  createFaultPoint(
    "allowance",
    "A wallet's allowance",
    "Shows the mint form without the wallet's allowance.",
    {
      matches: ({ url }) => /^\/api\/mint\/allowance\//.test(new URL(url).pathname),
      faults: readFaults,
    },
  ),
  createFaultPoint(
    "saleHistory",
    "The sale's history",
    "On the phases page, “Can't load the sale's history” with Try again.",
    { matches: matchesPath(apiPaths.saleHistory), faults: readFaults },
  ),
  createFaultPoint("owner", "Reading the owner", "Shows neither Write nor Edit.", {
    matches: isOwnerRead,
    faults: { unreachable, serverError, webPage, slow, ...contractErrorFaults() },
  }),
  createFaultPoint(
    "save",
    "Saving a story",
    "The editor shows what happened and what to do, and keeps the text.",
    {
      matches: matchesPath(apiPaths.narrative, "POST"),
      isRead: false,
      faults: { ...writeFaults, ...apiErrorFaults(/^mint\./), hidden },
    },
  ),
  createFaultPoint(
    "authorization",
    "A mint authorization",
    "Shows what happened and what to do below Mint; nothing is charged.",
    {
      matches: matchesPath(apiPaths.mintAuthorization, "POST"),
      isRead: false,
      faults: { ...writeFaults, ...apiErrorFaults(tokenErrors) },
    },
  ),
  createFaultPoint(
    "node",
    "The JSON-RPC node",
    "Shows “Can't reach the network”, and keeps the typed text.",
    {
      matches: isNodeRequest,
      faults: { unreachable, rateLimited, slow },
    },
  ),
];

/** Combinations of faults: each names the fault at a point. */
export const presets: Readonly<Record<string, (point: FaultPoint) => string>> = {
  "Everything is down": () => "unreachable",
  "Only the service is down": ({ targetsNode }) => (targetsNode ? "" : "unreachable"),
  "Everything is slow": () => "slow",
};

function createFaultPoint(
  id: string,
  title: string,
  shows: string,
  { matches, isRead = true, faults }: Pick<FaultPoint, "matches" | "faults"> & { isRead?: boolean },
): FaultPoint {
  const chosen = createChoice(`fault.${id}`, ["", ...Object.keys(faults)]);
  const targetsNode = matches === isNodeRequest || matches === isOwnerRead;
  return { title, shows, isRead, targetsNode, matches, faults, chosen };
}

function respondWith(label: string, respond: () => Response): Fault {
  return { label, respond: async () => respond() };
}

/** Returns a fault per API error code, except codes that match `others`. */
function apiErrorFaults(others: RegExp): Record<string, Fault> {
  const codes = apiErrorCodes.filter((code) => !others.test(code));
  return Object.fromEntries(
    codes.map((code) => {
      const problem = apiProblem(code, "Simulated by the developer's panel.");
      const headers = { "Content-Type": "application/problem+json", "Retry-After": "5" };
      const init = { status: problem.status, headers };
      return [code, respondWith(`rejects: ${code}`, () => Response.json(problem, init))];
    }),
  );
}

/** Returns a fault for each contract error without arguments. */
function contractErrorFaults(): Record<string, Fault> {
  const errors = collectionAbi.filter((item) => item.type === "error");
  const plain = errors.filter(({ inputs }) => inputs.length === 0);
  return Object.fromEntries(
    plain.map(({ name }) => [
      name,
      {
        label: `reverts: ${name}`,
        async respond(request: Request) {
          const { id } = await request.json();
          // Safety: an error of this ABI without arguments.
          const data = encodeErrorResult({
            abi: collectionAbi,
            errorName: name as "NotMinting",
          });
          const error = { code: 3, message: "execution reverted", data };
          return Response.json({ jsonrpc: "2.0", id, error });
        },
      },
    ]),
  );
}

const ownerOfSelector = toFunctionSelector("ownerOf(uint256)");

function isNodeRequest({ method, url }: Request): boolean {
  return method === "POST" && new URL(url).origin !== location.origin;
}

async function isOwnerRead(request: Request): Promise<boolean> {
  if (!isNodeRequest(request)) return false;
  const call: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return JSON.stringify(call ?? null).includes(`"data":"${ownerOfSelector}`);
}

/** Replaces `fetch` with one that applies the faults chosen in the developer's panel. */
export function installFaultyFetch(): void {
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    for (const { matches, chosen, faults } of faultPoints) {
      const fault = faults[chosen.read()];
      if (fault && (await matches(request))) return fault.respond(request);
    }
    return plainFetch(request);
  };
}
