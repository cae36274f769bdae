import { expect } from "chai";
import { findFaults } from "../../../scripts/check/layers.ts";

describe("npm run check, layers", () => {
  const layerErrors = (...imports: (readonly [from: string, to: string, specifier?: string])[]) =>
    findFaults(imports.map(([from, to, specifier = "#alias"]) => ({ from, to, specifier })));

  it("reports an import from a higher, sibling or unknown folder", () => {
    expect(layerErrors(["web/src/home/a.ts", "web/src/token/b.ts"])).to.deep.equal([]);
    expect(layerErrors(["web/src/token/b.ts", "web/src/home/a.ts"])).to.deep.equal([
      "web/src/token/b.ts imports web/src/home/a.ts, but home is not below token: move the shared code below both.",
    ]);
    expect(layerErrors(["scripts/world/a.ts", "scripts/commands/b.ts"])).to.deep.equal([
      "scripts/world/a.ts imports scripts/commands/b.ts, but commands is not below world: move the shared code below both.",
    ]);
    expect(layerErrors(["web/src/App.tsx", "web/src/news/a.ts"])).to.deep.equal([
      "web/src/news/a.ts is not in a layer of web/src: add it in scripts/check/layers.ts.",
    ]);
  });

  it("reports circular imports between folders, with an example of each", () => {
    expect(
      layerErrors(
        ["web/src/mint/purchase/a.ts", "web/src/mint/terms/b.ts"],
        ["web/src/mint/terms/c.ts", "web/src/mint/steps/d.ts"],
        ["web/src/mint/steps/d.ts", "web/src/mint/purchase/e.ts"],
        ["web/src/mint/Sale.tsx", "web/src/mint/steps/d.ts"],
      ),
    ).to.deep.equal([
      "web/src/mint/purchase/a.ts imports web/src/mint/terms/b.ts: purchase and terms of web/src/mint import each other.",
      "web/src/mint/terms/c.ts imports web/src/mint/steps/d.ts: terms and steps of web/src/mint import each other.",
      "web/src/mint/steps/d.ts imports web/src/mint/purchase/e.ts: steps and purchase of web/src/mint import each other.",
    ]);
  });

  it("reports an import that bypasses an entry folder or lacks its alias", () => {
    expect(
      layerErrors(
        ["scripts/world/a.ts", "api/src/app.ts"],
        ["scripts/world/a.ts", "api/src/exports/chain.ts"],
        ["test/api/a.test.ts", "api/src/app.ts"],
        ["web/src/env.ts", "api/protocol/wire/paths.ts", "../../api/protocol/wire/paths.ts"],
      ),
    ).to.deep.equal([
      "scripts/world/a.ts imports api/src/app.ts: enter api/src by api/src/exports.",
      "web/src/env.ts imports api/protocol/wire/paths.ts: write #protocol/wire/paths.",
    ]);
  });
});
