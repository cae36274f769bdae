import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { isDrifterId } from "#protocol/drifterId";
import { drawTraits } from "../../scripts/collection/drawTraits.ts";
import { createDrifter, type Drifter } from "../../scripts/collection/drifter.ts";
import { generateCollection, standardSeed } from "../../scripts/collection/generateCollection.ts";
import { metadataOf } from "../../scripts/collection/metadata.ts";
import { nameDrifter } from "../../scripts/collection/names.ts";
import { drawPortrait } from "../../scripts/collection/portrait/portrait.ts";
import { loadTales } from "../../scripts/collection/tales.ts";
import * as tables from "../../scripts/collection/traits.ts";
import { mintedDrifters } from "../../scripts/world/plan.ts";
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
        const { name, image, attributes } = metadataOf(each, "");
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
      const { attributes } = metadataOf(someone(drifter), "");
      expect(attributes).to.deep.include({ trait_type: "Arrival", value: "First Dust" });
    });

    it("has absolute image URLs when there is a public address", () => {
      const { image } = metadataOf(someone(drifter), "https://drifters.example");
      expect(image).to.equal("https://drifters.example/drifters/images/full/1.jpg");
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

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "collection-"));
      await generateCollection({ drifters: few, directory, seed: "seed" });
    });
    after(() => rm(directory, { recursive: true }));

    const again = (changes: object = {}) =>
      generateCollection({ drifters: few, directory, seed: "seed", ...changes });
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

    it("are identical for the same seed", async () => {
      const other = await mkdtemp(join(tmpdir(), "collection-"));
      const [first] = few;
      await again({ directory: other, drifters: [first] });
      for (const file of ["metadata/1.json", "images/1.jpg", "images/full/1.jpg"]) {
        expect(await readFile(join(other, file))).to.deep.equal(await contents(file));
      }
      await rm(other, { recursive: true });
    });

    it("are kept while they are valid", async () => {
      const modified = () =>
        stat(join(directory, "images", "full", "1.jpg")).then((s) => s.mtimeMs);
      const before = await modified();
      expect((await again()).drawn).to.equal(0);
      expect(await modified()).to.equal(before);
    });

    it("are drawn again when one is missing", async () => {
      const whole = await contents("images", "1.jpg");
      await rm(join(directory, "images", "1.jpg"));
      expect((await again()).drawn).to.equal(1);
      expect(await contents("images", "1.jpg")).to.deep.equal(whole);
    });

    it("are drawn again when one was truncated", async () => {
      const whole = await contents("images", "full", "48.jpg");
      await truncate(join(directory, "images", "full", "48.jpg"), 1000);
      expect((await again()).drawn).to.equal(1);
      expect(await contents("images", "full", "48.jpg")).to.deep.equal(whole);
    });

    it("are drawn again when the manifest cannot be read", async () => {
      await writeFile(join(directory, "manifest.json"), "{");
      expect((await again()).drawn).to.equal(few.length);
    });

    it("of drifters outside the collection are removed, as are incomplete ones", async () => {
      await writeFile(join(directory, "images", "7.jpg"), "");
      await writeFile(join(directory, "metadata", "1.json.5f0c.tmp"), "{");
      await again();
      expect(await readdir(join(directory, "images"))).to.not.include("7.jpg");
      expect(await readdir(join(directory, "metadata"))).to.not.include("1.json.5f0c.tmp");
    });

    it("are counted while they are written", async () => {
      const counts: number[] = [];
      await again({ onProgress: ({ done }: { done: number }) => counts.push(done) });
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
