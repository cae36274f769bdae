import type {
  OwnerPageResponse,
  StoryMap,
  StoryPage,
  TokenNeighbors,
  TokenPageResponse,
} from "#protocol/wire/responses";
import { stubResponses } from "./renderComponent.tsx";

/** Returns the service's response by path and query. */
type RpcResponses = (
  url: URL,
) => TokenPageResponse | OwnerPageResponse | TokenNeighbors | StoryPage | StoryMap | undefined;

/** Responds to requests until the end of the test; returns the requested paths in order. */
export function stubCatalogue(responses: RpcResponses): string[] {
  const requested: string[] = [];
  stubResponses(async (request) => {
    const url = new URL(String(request), "http://localhost");
    requested.push(url.pathname + url.search);
    const response = responses(url);
    return response ? Response.json(response) : Response.json({ status: 500 }, { status: 500 });
  });
  return requested;
}

/** Returns a page of the gallery with these drifters. */
export function galleryOf(drifterIds: readonly number[], changes: Partial<TokenPageResponse> = {}) {
  return {
    tokens: drifterIds.map((id) => ({
      drifterId: String(id),
      name: `Name ${id}`,
      phase: "First Dust",
      hasStory: id % 2 === 0,
    })),
    total: drifterIds.length,
    facets: {
      traits: [{ type: "Helm", values: [{ value: "Cowl", count: 3 }] }],
      phases: [{ phase: "First Dust", count: drifterIds.length }],
      stories: { with: 1, without: 2 },
    },
    next: null,
    ...changes,
  } satisfies TokenPageResponse;
}

/** Returns the integers from `first` down to `last`. */
export function countDown(first: number, last: number): number[] {
  return Array.from({ length: first - last + 1 }, (_, index) => first - index);
}
