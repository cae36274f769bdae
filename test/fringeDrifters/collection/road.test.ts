import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { drawArtwork } from "#collection/art/artwork.ts";
import { palettes } from "#collection/art/palettes.ts";
import { collectionConfig } from "#collection/collection.config.ts";

const styles = await readFile("collection/road.css", "utf8");

describe("road behind the portraits", () => {
  it("has the colors of every sky", () => {
    const rules = [...styles.matchAll(/\[data-sky="(.+)"\] \{([^}]+)\}/g)];
    const found = rules.map(([, sky, rule = ""]) => [sky, rule.match(/#\w{6}/g)]);
    const drawn = Object.entries(palettes).map(([sky, { air }]) => [sky, air]);
    expect(found).to.deep.equal(drawn);
  });

  it("finds each drifter's sky among its traits", async () => {
    const artwork = await drawArtwork({ id: 7, phase: "First Dust" });
    const types = artwork?.metadata.attributes.map(({ trait_type }) => trait_type);
    expect(types).to.include(collectionConfig.skyTrait);
  });
});
