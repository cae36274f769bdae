import { encodeErrorResult, toFunctionSelector } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { type ApiErrorCode, type ApiProblem, apiErrorStatus } from "#protocol/errors";
import { type Choice, createChoice } from "./choice.ts";

/** One way in which an answer can go wrong. */
interface Fault {
  label: string;
  /** Gives the answer instead of the real one; throws as fetch does when there is none. */
  answer(request: Request): Promise<Response>;
}

/** A place where answers come from, with everything that can go wrong there. */
export interface FaultPoint {
  title: string;
  /** What the page is expected to show while something is wrong. */
  shows: string;
  /** Whether what is shown already came from here, so that it has to be asked for again. */
  isRead: boolean;
  /** Whether a request is for this place. */
  isAsked(request: Request): boolean | Promise<boolean>;
  faults: Record<string, Fault>;
  chosen: Choice<string>;
}

const away: Fault = {
  label: "is out of reach",
  answer: () => Promise.reject(new TypeError("Failed to fetch")),
};
const broken = answering("answers 500", () => new Response("", { status: 500 }));
const page = answering(
  "answers a web page",
  () =>
    new Response("<!doctype html><title>A page</title>", {
      headers: { "Content-Type": "text/html" },
    }),
);
const nothing = answering("answers null", () => Response.json(null));
const slow: Fault = {
  label: "takes five seconds",
  async answer(request) {
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    return plainFetch(request);
  },
};

/** Fetches past all faults. */
export const plainFetch = window.fetch.bind(window);

/** The rows of the error catalogue that come from the network, place by place. */
export const faultPoints: readonly FaultPoint[] = [
  point("metadata", "A drifter's metadata", "“Drifter #… not found.”", {
    isAsked: ({ url }) => /^\/drifters\/metadata\//.test(new URL(url).pathname),
    faults: { away, broken, nothing, page, slow },
  }),
  point(
    "story",
    "A drifter's story",
    "The drifter as if it had no story; the console has the reason.",
    {
      isAsked: ({ method, url }) => method === "GET" && storyPath.test(new URL(url).pathname),
      faults: { away, broken, page, slow },
    },
  ),
  point("list", "The list of stories", "No list; the console has “Error fetching narratives:”.", {
    isAsked: ({ url }) => new URL(url).pathname === "/api/narrative",
    faults: { away, broken, nothing, page, slow },
  }),
  point("allowance", "A wallet's allowance", "The mint form without its sentence on the wallet.", {
    isAsked: ({ url }) => /^\/api\/mint\/allowance\//.test(new URL(url).pathname),
    faults: { away, broken, nothing, page, slow },
  }),
  point("owner", "The read of the owner", "No way to write or edit.", {
    isAsked: async (request) => isOwnerRead(request),
    faults: { away, broken, page, slow, ...contractErrors() },
  }),
  point(
    "save",
    "Saving a story",
    "What happened and what to do, in the editor; the text is kept.",
    {
      isAsked: ({ method, url }) => method === "POST" && storyPath.test(new URL(url).pathname),
      faults: { away, page, slow, ...refusals(), hidden: hiddenBySite() },
    },
  ),
];

const storyPath = /^\/api\/narrative\/[^/]+$/;

function point(
  id: string,
  title: string,
  shows: string,
  { isAsked, faults }: Pick<FaultPoint, "isAsked" | "faults">,
): FaultPoint {
  const chosen = createChoice(`dev.fault.${id}`, ["", ...Object.keys(faults)]);
  return { title, shows, isRead: id !== "save", isAsked, faults, chosen };
}

function answering(label: string, answer: () => Response): Fault {
  return { label, answer: async () => answer() };
}

/** Each way in which the API says no to a save. */
function refusals(): Record<string, Fault> {
  const codes = Object.entries(apiErrorStatus) as [ApiErrorCode, number][];
  const ofSaves = codes.filter(([code]) => !code.startsWith("mint."));
  return Object.fromEntries(
    ofSaves.map(([code, status]) => {
      const problem: ApiProblem = {
        type: `urn:fringe-drifters:problem:${code}`,
        title: code,
        status,
        detail: "The developer's panel asked for this.",
        code,
      };
      const headers = { "Content-Type": "application/problem+json", "Retry-After": "5" };
      const init = { status, headers };
      return [code, answering(`refuses: ${code}`, () => Response.json(problem, init))];
    }),
  );
}

/** The story is saved, and the site keeps it from readers. */
function hiddenBySite(): Fault {
  return {
    label: "works, but the story is hidden",
    async answer(request) {
      const { body, headers, status } = await plainFetch(request);
      return new Response(body, {
        status,
        headers: [...headers, ["Story-Visibility", "hidden"]],
      });
    },
  };
}

/** Each error of the contract that takes no argument. */
function contractErrors(): Record<string, Fault> {
  const errors = fringeDriftersAbi.filter((item) => item.type === "error");
  const plain = errors.filter(({ inputs }) => inputs.length === 0);
  return Object.fromEntries(
    plain.map(({ name }) => [
      name,
      {
        label: `reverts: ${name}`,
        async answer(request: Request) {
          const { id } = await request.json();
          // Safety: an error of this ABI that takes no argument.
          const data = encodeErrorResult({
            abi: fringeDriftersAbi,
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

async function isOwnerRead(request: Request): Promise<boolean> {
  if (request.method !== "POST" || new URL(request.url).origin === location.origin) return false;
  const call: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return JSON.stringify(call ?? null).includes(`"data":"${ownerOfSelector}`);
}
