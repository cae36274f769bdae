import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { isDrifterId } from "#protocol/drifterId";
import { standardSeed } from "../../collection/art/artwork.ts";
import { drawTraits } from "../../collection/art/drawTraits.ts";
import { createDrifter, type Drifter } from "../../collection/art/drifter.ts";
import { metadataOf } from "../../collection/art/metadata.ts";
import { nameDrifter } from "../../collection/art/names.ts";
import { drawPortrait } from "../../collection/art/portrait.ts";
import { loadTales } from "../../collection/art/tales.ts";
import * as tables from "../../collection/art/traits.ts";
import { mintedDrifters } from "../../scripts/world/plan.ts";
import { paintCollection } from "../../scripts/world/portraits/paintCollection.ts";
import { loadScenario, standardScenario } from "../../scripts/world/scenario.ts";

const few = [
  { id: 1, phase: "First Dust" },
  { id: 48, phase: "First Dust" },
  { id: 101, phase: "Lantern Season" },
];
const { plan: standardPlan } = await loadScenario(standardScenario);
const standardCollection = mintedDrifters(standardPlan).map((drifter) =>
  createDrifter(standardSeed, drifter),
);

describe("the collection", () => {
  describe("drifters", () => {
    it("are the same for the same seed", () => {
      const people = () => few.map((drifter) => createDrifter("seed", drifter));
      expect(people()).to.deep.equal(people());
    });

    it("differ for another seed", () => {
      const people = (seed: string) => few.map((drifter) => createDrifter(seed, drifter));
      expect(people("one").map(({ name }) => name)).to.not.deep.equal(
        people("two").map(({ name }) => name),
      );
      expect(people("one").map(({ traits }) => traits)).to.not.deep.equal(
        people("two").map(({ traits }) => traits),
      );
    });

    it("have unique names", () => {
      const names = Array.from({ length: 5000 }, (_, id) => nameDrifter(standardSeed, id));
      expect(new Set(names).size).to.equal(names.length);
    });

    it("have a glass visage only if the helm hides the face", () => {
      const ofTheirHelm = ({ traits }: Drifter) =>
        tables.visagesUnder[traits.helm].includes(traits.visage);
      expect(standardCollection.every(ofTheirHelm)).to.equal(true);
    });

    it("have common traits more often than rare ones", () => {
      const skies = Array.from({ length: 400 }, (_, id) => drawTraits("rarity", id).sky);
      const count = (sky: tables.Sky) => skies.filter((drawn) => drawn === sky).length;
      expect(count("Copper Dusk")).to.be.within(32, 68);
      expect(count("Black Sun")).to.be.within(1, 18);
    });
  });

  describe("metadata", () => {
    const [drifter] = standardCollection;

    it("[S3.1] has a name, an image and attributes of trait_type and value", () => {
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

    it("has the phase as the trait Arrival", () => {
      const { attributes } = metadataOf(someone(drifter));
      expect(attributes).to.deep.include({ trait_type: "Arrival", value: "First Dust" });
    });
  });

  describe("portraits", () => {
    it("are the same for the same drifter", () => {
      const draw = () => few.map((drifter) => drawPortrait(createDrifter("seed", drifter)));
      expect(draw()).to.deep.equal(draw());
    });

    it("differ for another seed", () => {
      const draw = (seed: string) => drawPortrait(createDrifter(seed, { id: 1, phase: "" })).plain;
      expect(draw("one")).to.not.equal(draw("two"));
    });

    for (const [trait, values] of Object.entries(traitValues())) {
      it(`show every ${trait} differently`, () => {
        const pictures = values.map((value) => drawPortrait(wearing(trait, value)).plain);
        expect(new Set(pictures).size).to.equal(values.length);
      });
    }

    it("show the drifter's phase", () => {
      const draw = (phase: string) => drawPortrait(createDrifter("seed", { id: 1, phase })).plain;
      const phases = standardPlan.phases.map(({ name }) => name);
      expect(new Set(phases.map(draw)).size).to.equal(phases.length);
    });

    it("use no font, no other file and no network", () => {
      const markup = standardCollection.map((drifter) => drawPortrait(drifter).screened).join("");
      expect(markup).to.not.match(/<(text|image|use|script|style|foreignObject)\b/);
      expect(markup).to.not.match(/NaN|undefined|Infinity/);
      expect(markup.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).to.not.include("http");
    });
  });

  describe("files", () => {
    let directory: string;
    let cache: string;

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "collection-"));
      cache = await mkdtemp(join(tmpdir(), "portraits-"));
      await paint();
    });
    after(() => Promise.all([directory, cache].map((folder) => rm(folder, { recursive: true }))));

    const paint = (changes: object = {}) =>
      paintCollection({ drifters: few, directory, cache, ...changes });
    const contents = (...path: string[]) => readFile(join(directory, ...path));

    it("[S3.1] are one JSON, two JPEGs and three WebPs for each drifter", async () => {
      const names = few.map(({ id }) => String(id));
      const listed = async (...path: string[]) =>
        (await readdir(join(directory, ...path), { withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name);
      expect(await listed("metadata")).to.have.members(names.map((name) => `${name}.json`));
      expect(await listed("images")).to.have.members(names.map((name) => `${name}.jpg`));
      expect(await listed("images", "full")).to.have.members(names.map((name) => `${name}.jpg`));
      for (const width of ["160", "320", "480"]) {
        expect(await listed("images", width)).to.have.members(names.map((name) => `${name}.webp`));
      }
    });

    it("contain a small image of at most 60 kB and a large one", async () => {
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

    it("contain an image with contrast", async () => {
      const { channels } = await sharp(await contents("images", "1.jpg")).stats();
      for (const { stdev } of channels) expect(stdev).to.be.above(20);
    });

    it("are complete again after a file was removed, without painting a portrait again", async () => {
      const whole = await contents("images", "1.jpg");
      await rm(join(directory, "images", "1.jpg"));
      const cached = await readdir(cache);
      await paint();
      expect(await contents("images", "1.jpg")).to.deep.equal(whole);
      expect(await readdir(cache)).to.have.members(cached);
    });

    it("share a limited number of portraits", async () => {
      const other = await mkdtemp(join(tmpdir(), "collection-"));
      await paint({ directory: other, paintedAtMost: 2 });
      const picture = (id: number) => readFile(join(other, `images/${id}.jpg`));
      expect(await picture(101)).to.deep.equal(await picture(1));
      expect(await picture(48)).not.to.deep.equal(await picture(1));
      await rm(other, { recursive: true });
    });

    it("are counted while they are written", async () => {
      const counts: number[] = [];
      await paint({ onProgress: ({ done }: { done: number }) => counts.push(done) });
      expect(counts).to.deep.equal([1, 2, 3]);
    });
  });

  describe("tales", () => {
    const byId = new Map(standardCollection.map((drifter) => [String(drifter.id), drifter]));

    it("are a dozen or more, each about a drifter of the standard world", async () => {
      const tales = await loadTales();
      expect(tales.length).to.be.at.least(12);
      for (const { drifterId } of tales) expect(byId.has(drifterId), drifterId).to.equal(true);
    });

    it("contain the name of their drifter", async () => {
      for (const { drifterId, narrative } of await loadTales()) {
        const names = byId.get(drifterId)?.name.split(" ") ?? [];
        const named = names.some((name) => narrative.includes(name));
        expect(named, `tale ${drifterId}`).to.equal(true);
      }
    });

    it("are well-formed text of a readable length", async () => {
      for (const { drifterId, narrative } of await loadTales()) {
        expect(narrative.isWellFormed(), drifterId).to.equal(true);
        expect(narrative, drifterId).to.not.match(/[\0\r\t\uFFFD]/);
        expect(narrative.split(/\s+/).length, drifterId).to.be.within(120, 350);
      }
    });

    it("link only to drifters that exist", async () => {
      for (const { drifterId, narrative } of await loadTales()) {
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

function someone(drifter: Drifter | undefined): Drifter {
  if (!drifter) throw new Error("The standard collection is empty");
  return drifter;
}

/** Returns the values of each trait. */
function traitValues(): Record<string, string[]> {
  const of = (table: object) => Object.keys(table);
  return {
    calling: of(tables.callings),
    garb: of(tables.garbs),
    dye: of(tables.dyes),
    helm: of(tables.helms),
    burden: of(tables.burdens),
    companion: of(tables.companions),
    keepsake: of(tables.keepsakes),
    sky: of(tables.skies),
    horizon: of(tables.horizons),
    visage: of(tables.visages),
  };
}

/** Returns the same drifter with another value of one trait; visors require a helm with one. */
function wearing(trait: string, value: string): Drifter {
  const drifter = createDrifter("seed", { id: 5, phase: "First Dust" });
  const helm = value.endsWith("Visor") ? "Moon Helm" : "Bare Head";
  return { ...drifter, traits: { ...drifter.traits, helm, visage: "Bare Face", [trait]: value } };
}
