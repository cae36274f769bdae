import { expect } from "chai";
import { ParameterError } from "#protocol/wire/parameters";
import { activeFilters } from "../../../web/src/gallery/FilterLinks.tsx";
import { galleryPath, parseGalleryLocation } from "../../../web/src/gallery/galleryQuery.ts";

const parse = (search: string) => parseGalleryLocation(new URLSearchParams(search));

describe("galleryLocation", () => {
  it("is parsed into its filters and written back", () => {
    const path =
      "/drifters?trait=Helm%3ACowl&trait=Sky%3ABlack+Sun&phase=First+Dust&hasStory=true&query=salt&order=number";
    const { filters } = parse(path.slice("/drifters".length));
    expect(filters.traits).to.deep.equal([
      { type: "Helm", value: "Cowl" },
      { type: "Sky", value: "Black Sun" },
    ]);
    expect(galleryPath(filters)).to.equal(path);
    expect(galleryPath(filters, "c60")).to.equal(`${path}&cursor=c60`);
    expect(parse(`${path.slice("/drifters".length)}&cursor=c60`)).to.deep.equal({
      ...{ filters, cursor: "c60" },
    });
  });

  it("retains all remaining choices after one is removed", () => {
    const choices = ["query=salt", "hasStory=true", "phase=A", "phase=B", "trait=T:A", "trait=T:B"];
    const filtersOf = (some: string[]) => parse(`?order=number&${some.join("&")}`).filters;
    const rests = activeFilters(filtersOf(choices)).map(({ without }) => without);
    expect(rests).to.deep.equal(choices.map((_, at) => filtersOf(choices.toSpliced(at, 1))));
  });

  it("ignores empty form fields and unknown parameters", () => {
    const location = parse("?query=&hasStory=&order=newest&w3mPreferInjected=true&limit=7&cursor=");
    expect(location).to.deep.equal({ filters: { traits: [], phases: [], order: "newest" } });
    expect(galleryPath(location.filters)).to.equal("/drifters");
  });

  for (const search of ["?order=random", "?hasStory=maybe", "?trait=Helm", "?cursor=%20"]) {
    it(`is rejected when it is ${search}`, () => {
      expect(() => parse(search)).to.throw(ParameterError);
    });
  }
});
