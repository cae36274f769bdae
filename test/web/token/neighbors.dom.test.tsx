import { mock } from "node:test";
import { expect } from "chai";
import { Noun } from "#protocol/values/noun";
import { metadataQueryOptions } from "../../../web/src/token/metadata.ts";
import { stubCatalogue } from "../../support/web/catalogueResponses.ts";
import {
  createQueryClient,
  renderComponent,
  settle,
  words,
} from "../../support/web/renderComponent.tsx";

const { Neighbors } = await import("../../../web/src/token/Neighbors.tsx");

async function openNeighbors({ isKnown = true } = {}) {
  const queryClient = createQueryClient(60_000);
  const metadata = metadataQueryOptions("7").queryKey;
  if (isKnown)
    queryClient.setQueryData(metadata, { name: "Ilse", description: "", attributes: [] });
  renderComponent(<Neighbors drifterId="7" />, { queryClient });
  await settle();
}

describe("neighbor links", () => {
  it("links to the previous and next drifter, a random story, and related drifters", async () => {
    const others = {
      previous: { drifterId: "6", name: "Oda" },
      next: { drifterId: "8" },
      withStory: { drifterId: "31" },
      owner: null,
      sameOwner: [{ drifterId: "9" }],
      samePhase: [{ drifterId: "2", name: "Ifé" }],
      mentionedIn: [{ drifterId: "12", quote: "So #7 heard it." }],
      mentions: [{ drifterId: "4" }],
      traits: [],
    };
    const requested = stubCatalogue(({ pathname }) =>
      pathname.endsWith("/7") ? undefined : others,
    );
    await openNeighbors();
    expect(requested).to.deep.equal(["/api/tokens/7/neighbors", "/api/narrative/7"]);
    const sections = [...document.querySelectorAll(".neighbors > *")].map((section) => [
      section.querySelector("h2")?.textContent,
      ...[...section.querySelectorAll("a")].map((link) => [
        link.getAttribute("aria-label") ?? words(link),
        link.getAttribute("href"),
      ]),
    ]);
    expect(sections).to.deep.equal([
      [
        undefined,
        [`Previous${Noun} #6, Oda`, "/drifter/6"],
        [`Next${Noun} #8`, "/drifter/8"],
        [`Random story${Noun} #31`, "/drifter/31"],
      ],
      ["Mentioned in", ["Drifter #12So #7 heard it.", "/drifter/12"]],
      ["Mentioned here", ["Drifter #4", "/drifter/4"]],
      ["More from this owner", ["Drifter #9", "/drifter/9"]],
      ["More from this phase", ["Drifter #2, Ifé", "/drifter/2"]],
    ]);
  });

  it("shows a portrait in each link, described by the link's name alone", async () => {
    const token = { drifterId: "6", name: "Oda" };
    const others = { previous: token, next: token, withStory: token, owner: null, traits: [] };
    const strips = {
      sameOwner: [token],
      samePhase: [token],
      mentionedIn: [token],
      mentions: [token],
    };
    stubCatalogue(({ pathname }) =>
      pathname.endsWith("/7") ? undefined : { ...others, ...strips },
    );
    await openNeighbors();
    const portraits = [...document.querySelectorAll(".neighbors a")].map((link) =>
      [...link.querySelectorAll("img")].map((image) => [
        image.getAttribute("src"),
        image.getAttribute("alt"),
      ]),
    );
    expect(portraits).to.deep.equal(Array(7).fill([["/drifters/images/6.jpg", ""]]));
  });

  it("sends no request for a drifter without metadata", async () => {
    mock.method(console, "error", () => {});
    const requested = stubCatalogue(() => undefined);
    await openNeighbors({ isKnown: false });
    expect(requested).to.deep.equal(["/drifters/metadata/7.json", "/api/narrative/7"]);
  });
});
