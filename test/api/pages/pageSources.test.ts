import { expect } from "chai";
import { ApiError } from "../../../api/src/http/problem.ts";
import { createPageSources } from "../../../api/src/pages/sources.ts";
import { account } from "../../support/api/apiFixture.ts";

const { address } = account(2);
const unavailable = () => Promise.reject(new ApiError("chain.unavailable"));

describe("createPageSources", () => {
  let isMinted: () => Promise<boolean>;
  let narrative: string | undefined;
  beforeEach(() => {
    isMinted = async () => true;
    narrative = undefined;
  });
  const find = createPageSources({
    settings: { pageTimeoutMilliseconds: 3_600_000 },
    collection: {
      readMetadata: async () => ({ name: "Ilse", description: "", attributes: [] }),
      findPortrait: async () => undefined,
    },
    store: {
      // Safety: the part that is used of a story.
      find: async () => (narrative === undefined ? undefined : ({ narrative } as never)),
    },
    minted: { isMinted: () => isMinted() },
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
      expect(await find(path).status()).to.equal(status);
    });
  }

  it("answers 404 for a drifter that is not minted, 503 while that is unknown, and hides no bug", async () => {
    const { status } = find("/drifter/8");
    isMinted = async () => false;
    expect(await status()).to.equal(404);
    isMinted = unavailable;
    expect(await status()).to.equal(503);
    isMinted = () => Promise.reject(new TypeError("a bug"));
    expect(await status().catch((error) => error)).to.be.instanceOf(TypeError);
  });
});
