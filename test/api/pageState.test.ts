import { expect } from "chai";
import { createRanges } from "../../api/src/minted/mintedRanges.ts";
import { createPageState } from "../../api/src/page/pageState.ts";

describe("createPageState", () => {
  const ranges = createRanges(1n, []);
  const stateWith = (stories: number | undefined, minted: typeof ranges | undefined) =>
    createPageState({
      // Safety: all that is used of them.
      store: { known: () => (stories === undefined ? undefined : { version: stories }) as never },
      minted: { known: () => minted },
      metadata: { version: () => 3 },
    })();

  it("has the versions of stories, of what is minted, and of the metadata", () => {
    expect(stateWith(0, ranges)).to.deep.equal([0, ranges, 3]);
  });

  it("is unknown while only a read of the store or the chain can tell", () => {
    expect(stateWith(undefined, ranges)).to.equal(undefined);
    expect(stateWith(0, undefined)).to.equal(undefined);
  });
});
