/** Every path that the service answers, apart from the web app's; `{drifterId}` stands for a token id. */
export const apiPaths = {
  narratives: "/api/narrative",
  narrative: "/api/narrative/{drifterId}",
  history: "/api/narrative/{drifterId}/history",
  mintAuthorization: "/api/mint/authorization",
  metadata: "/drifters/metadata/{drifterId}.json",
  portrait: "/drifters/images/{drifterId}.jpg",
  fullPortrait: "/drifters/images/full/{drifterId}.jpg",
  health: "/healthz",
  readiness: "/readyz",
  description: "/openapi.json",
} as const;

export type ApiPath = (typeof apiPaths)[keyof typeof apiPaths];

/** A path of which every drifter has one. */
type DrifterPath = Extract<ApiPath, `${string}{drifterId}${string}`>;

/** One drifter's path. */
export function drifterPath(path: DrifterPath, drifterId: string): string {
  return path.replace("{drifterId}", encodeURIComponent(drifterId));
}

/** What stands before the id in the paths of all drifters. */
export function drifterPathPrefix(path: DrifterPath): string {
  return path.slice(0, path.indexOf("{"));
}

type RoutePattern<Path extends string> = Path extends `${infer Start}{${infer Name}}${infer End}`
  ? `${Start}:${Name}${End}`
  : Path;

/** A path as routers write it: `/api/narrative/:drifterId`. */
export function routePattern<Path extends ApiPath>(path: Path): RoutePattern<Path> {
  // Safety: the same replacement as in the type; no path has more than one parameter.
  return path.replace(/\{(\w+)\}/, ":$1") as RoutePattern<Path>;
}

/** Whether the path of a URL is this one, for whatever drifter. */
export function isAtPath(path: ApiPath, pathname: string): boolean {
  const [start = "", end] = path.split("{drifterId}");
  if (end === undefined) return pathname === path;
  const id = pathname.slice(start.length, pathname.length - end.length);
  return pathname === start + id + end && id !== "" && !id.includes("/");
}
