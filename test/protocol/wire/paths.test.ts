import { expect } from "chai";
import { pageList } from "#protocol/wire/pages";
import { apiPaths, isAtPath, routePattern, tokenPath, tokenPathPrefix } from "#protocol/wire/paths";

describe("apiPaths", () => {
  it("preserves the paths that links, clients and the Fringe Drifters contract use", () => {
    expect(Object.values(apiPaths)).to.include.members([
      "/drifters/metadata/{drifterId}.json",
      "/drifters/images/{drifterId}.jpg",
      "/drifters/images/full/{drifterId}.jpg",
      "/api/narrative",
      "/api/narrative/{drifterId}",
      "/api/narrative/{drifterId}/history",
      "/drifter/{drifterId}/feed.atom",
    ]);
    expect(Object.fromEntries(pageList.map(({ path, title }) => [path, title]))).to.deep.equal({
      "/": undefined,
      "/drifter/:drifterId": undefined,
      "/drifters": "Drifters",
      "/owner/:address": undefined,
      "/stories": "Stories",
      "/stories/map": "Where stories meet",
      "/help": "Help",
      "/about": "About",
      "/mint": "Mint",
      "/phases": "Phases",
    });
  });

  it("encodes a drifter's ID", () => {
    expect(tokenPath(apiPaths.history, "7")).to.equal("/api/narrative/7/history");
    expect(tokenPath(apiPaths.metadata, "7")).to.equal("/drifters/metadata/7.json");
    expect(tokenPath(apiPaths.narrative, "../7")).to.equal("/api/narrative/..%2F7");
  });

  it("returns a path's prefix up to the ID", () => {
    expect(tokenPathPrefix(apiPaths.metadata)).to.equal("/drifters/metadata/");
  });

  it("converts paths to router patterns with colons", () => {
    expect(routePattern(apiPaths.history)).to.equal("/api/narrative/:drifterId/history");
    expect(routePattern(apiPaths.portrait)).to.equal("/drifters/images/:drifterId.jpg");
    expect(routePattern(apiPaths.health)).to.equal("/healthz");
  });

  it("matches only URLs for its path", () => {
    const found = (pathname: string) =>
      Object.values(apiPaths).filter((path) => isAtPath(path, pathname));
    expect(found("/api/narrative")).to.deep.equal([apiPaths.narratives]);
    expect(found("/api/narrative/7")).to.deep.equal([apiPaths.narrative]);
    expect(found("/api/narrative/7/history")).to.deep.equal([apiPaths.history]);
    expect(found("/drifters/images/full/7.jpg")).to.deep.equal([apiPaths.fullPortrait]);
    expect(found("/drifters/images/7.jpg")).to.deep.equal([apiPaths.portrait]);
    for (const pathname of ["/api/narrative/", "/api/narrativ", "/drifters/metadata/.json", "/"]) {
      expect(found(pathname), pathname).to.deep.equal([]);
    }
  });
});
