import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { standardSeed } from "#collection/art/artwork.ts";
import { createDrifter, type Drifter } from "#collection/art/drifter.ts";
import { metadataOf } from "#collection/art/metadata.ts";
import { nameDrifter } from "#collection/art/names.ts";
import { drawPortrait } from "#collection/art/portrait.ts";
import { isDrifterId } from "#protocol/values/drifterId";
import { paintCollection } from "../../../../scripts/world/portraits/paintCollection.ts";
import { loadScenario, standardScenario } from "../../../../scripts/world/scenarios/scenario.ts";
import { plannedTokens } from "../../../../scripts/world/scenarios/scenarioFile.ts";
import { loadShippedStories } from "../../../../scripts/world/scenarios/shippedStories.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

const few = [
  { id: 1, phase: "First Dust" },
  { id: 48, phase: "First Dust" },
  { id: 101, phase: "Lantern Season" },
];
const { plan: standardPlan } = await loadScenario(standardScenario);
const standardCollection = plannedTokens(standardPlan).map((token) =>
  createDrifter(standardSeed, token),
);

describe("local world collection", () => {
  describe("drifters", () => {
    it("generates the same drifters for the same seed", () => {
      const people = () => few.map((token) => createDrifter("seed", token));
      expect(people()).to.deep.equal(people());
    });

    it("generates unique names", () => {
      const names = Array.from({ length: 5000 }, (_, id) => nameDrifter(standardSeed, id));
      expect(new Set(names).size).to.equal(names.length);
    });
  });

  describe("metadata", () => {
    const [token] = standardCollection;

    it("[S3.1] contains a name, an image and attributes with trait_type and value", () => {
      for (const each of standardCollection) {
        const { name, image, attributes } = metadataOf(each);
        expect(name).to.match(/^\p{Lu}\S+( “[^”]+”)? \p{Lu}\S+$/u);
        expect(image).to.equal(`/drifters/images/full/${each.id}.jpg`);
        expect(attributes).to.have.length(11);
        for (const attribute of attributes) {
          expect(attribute).to.have.all.keys("trait_type", "value");
          expect(attribute.trait_type).to.be.a("string").and.not.equal("");
          expect(attribute.value).to.be.a("string").and.not.equal("");
        }
      }
    });

    it("contains the phase as the trait Arrival", () => {
      const { attributes } = metadataOf(someone(token));
      expect(attributes).to.deep.include({ trait_type: "Arrival", value: "First Dust" });
    });
  });

  describe("portraits", () => {
    it("uses no fonts, external files or network", () => {
      const markup = standardCollection.map((token) => drawPortrait(token).screened).join("");
      expect(markup).to.not.match(/<(text|image|use|script|style|foreignObject)\b/);
      expect(markup).to.not.match(/NaN|undefined|Infinity/);
      expect(markup.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).to.not.include("http");
    });
  });

  describe("files", () => {
    let directory: string;
    let cache: string;

    before(async () => {
      directory = await temporaryFolder();
      cache = await temporaryFolder();
      await paint();
    });

    const paint = (changes: object = {}) =>
      paintCollection({ tokens: few, directory, cache, ...changes });
    const contents = (...path: string[]) => readFile(join(directory, ...path));

    it("writes the collection's metadata, with relative URLs", async () => {
      const written = JSON.parse(String(await contents("metadata", "collection.json")));
      expect(written).to.include({ name: "Fringe Drifters", image: "/favicon.svg" });
    });

    it("[S3.1] writes one JSON, two JPEGs and three WebPs for each drifter", async () => {
      const names = few.map(({ id }) => String(id));
      const listed = async (...path: string[]) =>
        (await readdir(join(directory, ...path), { withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name);
      expect(await listed("metadata")).to.have.members(
        ["collection", ...names].map((name) => `${name}.json`),
      );
      expect(await listed("images")).to.have.members(names.map((name) => `${name}.jpg`));
      expect(await listed("images", "full")).to.have.members(names.map((name) => `${name}.jpg`));
      for (const width of ["160", "320", "480"]) {
        expect(await listed("images", width)).to.have.members(names.map((name) => `${name}.webp`));
      }
    });

    it("writes a small image of at most 60 kB and a large one", async () => {
      for (const { id } of few) {
        const small = await contents("images", `${id}.jpg`);
        const full = await contents("images", "full", `${id}.jpg`);
        expect(await sharp(small).metadata()).to.include({
          format: "jpeg",
          width: 480,
          height: 480,
        });
        expect(await sharp(full).metadata()).to.include({
          format: "jpeg",
          width: 1200,
          height: 1200,
        });
        expect(small.length).to.be.at.most(60_000);
        const webp = await contents("images", "480", `${id}.webp`);
        expect(webp.length).to.be.below(0.8 * small.length);
      }
    });

    it("reuses portraits in turn if fewer are painted, with separate metadata", async () => {
      const directory = await temporaryFolder();
      const progress: unknown[] = [];
      const onProgress = (each: object) => progress.push(each);
      await paint({ directory, paintedAtMost: 2, onProgress });
      const read = (path: string) => readFile(join(directory, path));
      const [first, second, third] = await Promise.all(
        few.map(({ id }) => read(`images/full/${id}.jpg`)),
      );
      expect([third?.equals(first ?? third), second?.equals(first ?? second)]).to.deep.equal([
        true,
        false,
      ]);
      for (const token of few)
        expect(JSON.parse(String(await read(`metadata/${token.id}.json`)))).to.deep.equal(
          metadataOf(createDrifter(standardSeed, token)),
        );
      expect(progress).to.deep.equal([1, 2, 3].map((done) => ({ done, total: 3 })));
    });

    it("restores a removed file without painting a portrait again", async () => {
      const whole = await contents("images", "1.jpg");
      await rm(join(directory, "images", "1.jpg"));
      const cached = await readdir(cache);
      await paint();
      expect(await contents("images", "1.jpg")).to.deep.equal(whole);
      expect(await readdir(cache)).to.have.members(cached);
    });
  });

  describe("stories", () => {
    const byId = new Map(standardCollection.map((token) => [String(token.id), token]));

    it("mentions the drifter's name in each story", async () => {
      for (const { drifterId, narrative } of await loadShippedStories()) {
        const names = byId.get(drifterId)?.name.split(" ") ?? [];
        const named = names.some((name) => narrative.includes(name));
        expect(named, `story of ${drifterId}`).to.equal(true);
      }
    });

    it("links only to existing drifters", async () => {
      for (const { drifterId, narrative } of await loadShippedStories()) {
        for (const [, link] of narrative.matchAll(/\]\(\/drifter\/([^)]*)\)/g)) {
          expect(
            isDrifterId(link ?? "") && byId.has(link ?? ""),
            `${drifterId} → ${link}`,
          ).to.equal(true);
        }
      }
    });
  });
});

function someone(token: Drifter | undefined): Drifter {
  if (!token) throw new Error("The standard collection is empty");
  return token;
}
