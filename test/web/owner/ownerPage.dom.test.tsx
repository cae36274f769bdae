import { mock } from "node:test";
import { cleanup, screen } from "@testing-library/react";
import { expect } from "chai";
import { Route, Routes } from "react-router-dom";
import type { OwnerPageResponse } from "#protocol/wire/responses";
import { stubCatalogue } from "../../support/web/catalogueResponses.ts";
import {
  createQueryClient,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { default: OwnerPage } = await import("../../../web/src/owner/OwnerPage.tsx");

const checksummed = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const owner: OwnerPageResponse = {
  owner: checksummed,
  blockNumber: 1_234,
  total: 2,
  next: null,
  tokens: [
    { drifterId: "7", name: "Mara", hasStory: true },
    { drifterId: "9", hasStory: false },
  ],
  stories: [{ drifterId: "12", name: "Oda", savedAt: "2026-11-03T23:30:00.000Z", revision: 2 }],
  storyTotal: 1,
};

async function openOwner(address: string, queryClient = createQueryClient()) {
  const rendered = renderComponent(
    <Routes>
      <Route path="/owner/:address" element={<OwnerPage />} />
    </Routes>,
    { path: `/owner/${address}`, queryClient },
  );
  await settle();
  return rendered;
}

describe("OwnerPage", () => {
  it("shows the checksummed address, its drifters at a block, and the wallet's stories", async () => {
    const requested = stubCatalogue(() => owner);
    const address = checksummed.toLowerCase();
    await openOwner(address);
    expect(requested).to.deep.equal([`/api/owners/${address}/tokens`]);
    screen.getByText(checksummed);
    screen.getByRole("button", { name: "Copy" });
    screen.getByRole("heading", { name: "Owns 2 drifters" });
    screen.getByText("As of block 1,234");
    const links = screen
      .getAllByRole("link")
      .map((link) => [link.getAttribute("href"), words(link)]);
    expect(links).to.deep.equal([
      ["/drifter/7", "Drifter #7MaraStory"],
      ["/drifter/9", "Drifter #9"],
      ["/drifter/12", "Drifter #12, Oda"],
    ]);
    screen.getByText("Nov 3, 2026");
  });

  it("shows the wallet's name in the title and the heading, and always the address", async () => {
    stubCatalogue(() => ({ ...owner, ownerName: { name: "правда.eth", note: "Cyrillic" } }));
    await openOwner(checksummed);
    screen.getByRole("heading", { name: "Drifters of правда.eth (Cyrillic)" });
    screen.getByText(checksummed);
    expect(document.title).to.match(/^Drifters of правда\.eth \(Cyrillic\) · /);
  });

  it("leads from a name to the wallet's page, and reports a name without a wallet or a failure", async () => {
    const silent = mock.method(console, "error", () => {});
    let answer = () => Response.json({ address: checksummed });
    stubResponses(async (path) =>
      String(path).startsWith("/api/names/") ? answer() : Response.json(owner),
    );
    await openOwner("Ash.eth");
    screen.getByText(checksummed);
    screen.getByRole("heading", { name: "Drifters of 0x3C44…93BC" });
    cleanup();
    answer = () => Response.json({ code: "name.not_found" }, { status: 404 });
    await openOwner("oda.eth");
    screen.getByRole("heading", { name: "No such name" });
    expect(words()).to.contain("No wallet has the name oda.eth.");
    cleanup();
    answer = () => Response.json({ code: "chain.unavailable" }, { status: 503 });
    await openOwner("nim.eth");
    expect(words(screen.getByRole("alert"))).to.equal(
      "The name nim.eth can't be looked up right now.Try again",
    );
    silent.mock.restore();
  });

  it("shows the next page on request, each drifter once, and links to all stories", async () => {
    const requested = stubCatalogue(({ searchParams }) =>
      searchParams.has("cursor")
        ? {
            ...owner,
            total: 1_003,
            tokens: [...owner.tokens.slice(1), { drifterId: "5", hasStory: false }],
          }
        : { ...owner, total: 1_003, next: "88", storyTotal: 61 },
    );
    const { follow } = await openOwner(checksummed);
    screen.getByRole("heading", { name: "Owns 1,003 drifters" });
    const all = screen.getByRole("link", { name: "All 61 stories" });
    expect(all.getAttribute("href")).to.equal(`/stories?author=${checksummed}`);
    const more = screen.getByRole("link", { name: "Show more" });
    expect(more.getAttribute("href")).to.equal(`/owner/${checksummed}?cursor=88`);
    await follow("Show more");
    await screen.findByRole("link", { name: "Drifter #5" });
    const shown = [...document.querySelectorAll(".token-grid a")].map(words);
    expect(shown).to.deep.equal(["Drifter #7MaraStory", "Drifter #9", "Drifter #5"]);
    expect(document.activeElement).to.equal(screen.getByRole("link", { name: "Drifter #5" }));
    expect(screen.queryByRole("link", { name: "Show more" })).to.equal(null);
    expect(requested.map((path) => path.split("?")[1])).to.deep.equal([undefined, "cursor=88"]);
  });

  it("starts at the URL's cursor and links back to the first drifters", async () => {
    const requested = stubCatalogue(() => owner);
    await openOwner(`${checksummed}?cursor=88`);
    expect(requested).to.deep.equal([`/api/owners/${checksummed}/tokens?cursor=88`]);
    const back = screen.getByRole("link", { name: "Back to the first drifters" });
    expect(back.getAttribute("href")).to.equal(`/owner/${checksummed}`);
  });

  it("shows each wallet's own drifters", async () => {
    const requested = stubCatalogue(() => owner);
    const queryClient = createQueryClient(60_000);
    for (const digit of ["1", "2", "1"]) await openOwner(`0x${digit.repeat(40)}`, queryClient);
    expect(requested).to.deep.equal(
      [1, 2].map((digit) => `/api/owners/0x${`${digit}`.repeat(40)}/tokens`),
    );
  });

  it("lists the wallet's drifters and stories, or reports that it has none", async () => {
    stubCatalogue(() => ({ ...owner, tokens: [], total: 0 }));
    await openOwner(checksummed);
    screen.getByRole("heading", { name: "Owns 0 drifters" });
    screen.getByRole("link", { name: "Drifter #12, Oda" });
    cleanup();
    stubCatalogue(() => ({ ...owner, tokens: owner.tokens.slice(1), total: 1, stories: [] }));
    await openOwner(checksummed);
    screen.getByRole("heading", { name: "Owns 1 drifter" });
    screen.getByText("This wallet has written no stories here.");
  });

  it("describes a valid address if the address is rejected, but not if the request fails", async () => {
    mock.method(console, "error", () => {});
    let requests = 0;
    let status = 400;
    stubResponses(async () => {
      requests += 1;
      return Response.json({ status }, { status });
    });
    await openOwner("0xf00");
    screen.getByRole("heading", { name: "No such wallet" });
    expect(requests).to.equal(0);
    await openOwner(checksummed.replace("3C", "3c"));
    expect(screen.getAllByRole("heading", { name: "No such wallet" })).to.have.length(2);
    status = 503;
    await openOwner(checksummed);
    expect(words(screen.getByRole("alert"))).to.equal(
      "This wallet's drifters failed to load.Try again",
    );
  });
});
