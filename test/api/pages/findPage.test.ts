import { expect } from "chai";
import { createPageFinder } from "../../../api/src/pages/findPage.ts";
import { account } from "../../support/api/apiFixture.ts";

const { address } = account(2);

describe("createPageFinder", () => {
  const find = createPageFinder({
    settings: { pageTimeoutMilliseconds: 3_600_000 },
    collection: { readMetadata: async () => undefined, findPortrait: async () => undefined },
    store: { find: async () => undefined },
    minted: { isMinted: async () => true },
  });

  for (const [path, status] of [
    ["/drifter/7", 200],
    ["/drifter/007", 200],
    ["/drifter/000", 404],
    ["/drifter/a07", 404],
    ["/drifter/07a", 404],
    ["/drifter/-1", 404],
    [`/owner/${address}`, 200],
    ["/owner/0x12", 404],
    ["/about", 200],
    ["/nowhere", 404],
    ["/nope", 404],
    ["/aboutx", 404],
    ["/stories/7", 404],
    ["/About", 200],
    ["/drifter/7/", 200],
  ] as const) {
    it(`answers ${status} at ${path.replace(address, "0x3C")}`, async () => {
      expect((await find(path).read()).status).to.equal(status);
    });
  }
});
