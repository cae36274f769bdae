import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect } from "chai";
import { Link, Route, Routes } from "react-router-dom";
import { encodeErrorResult, numberToHex, pad } from "viem";
import { collectionAbi } from "#chain/abi";
import { setConnection } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  inWallet,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { TokenCard } = await import("../../../web/src/token/TokenCard.tsx");
const { walletConfig } = await import("../../../web/src/wallet/WalletScope.tsx");
await import("../../../web/src/narrative/OwnerNarrative.tsx");
const { TokenPage } = await import("../../../web/src/token/TokenPage.tsx");

const notMinted = {
  code: 3,
  message: "execution reverted",
  data: encodeErrorResult({ abi: collectionAbi, errorName: "OwnerQueryForNonexistentToken" }),
};

describe("DrifterCard", () => {
  it("[S2.35] [S2.38] [S2.40] shows the name as a heading, and each attribute as trait // value in metadata order", async () => {
    const pairs = [
      ...[
        ["Sky", "Two-colored"],
        ["Age", 41],
        ["Debts", 0],
        ["Alone", false],
      ],
      ...[
        ["Burden", "Kettle"],
        ["Burden", "Kite"],
        ["Burden", "Kite"],
      ],
    ];
    const attributes = pairs.map(([trait_type, value]) => ({ trait_type, value }));
    stubResponses(async () => Response.json({ name: "Ilse", image: "/7.jpg", attributes }));
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByRole("heading", { name: "Ilse" });
    expect(screen.getAllByRole("listitem").map((item) => words(item))).to.deep.equal(
      pairs.map(([trait, value]) => `${trait} // ${value}`),
    );
  });

  for (const [what, metadata] of [
    ["attributes", { image: "/7.jpg" }],
    ["an image", { attributes: [{ trait_type: "Sky", value: "Pale" }] }],
  ] as const) {
    it(`[S2.45] [S2.46] shows name and portrait without ${what} in the metadata`, async () => {
      stubResponses(async () => Response.json({ name: "Ilse", ...metadata }));
      renderComponent(inWallet(<TokenCard drifterId="7" />));
      await screen.findByRole("heading", { name: "Ilse" });
      const portrait = screen.getByRole("img", { name: "Ilse" });
      expect(portrait.getAttribute("src")).to.equal("/drifters/images/7.jpg");
    });
  }

  it("links to the owner, the story and drifters with the same trait; the owner of none to writing it", async () => {
    let hasStory = false;
    const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const neighbors = { previous: null, next: null, withStory: null, owner, sameOwner: [] };
    let names = {};
    stubResponses(async (url) => {
      if (String(url).endsWith("neighbors"))
        return Response.json({
          ...neighbors,
          names,
          samePhase: [],
          mentionedIn: [],
          mentions: [],
          traits: [{ trait: "Sky:2", count: 12 }],
        });
      if (String(url).startsWith("/api"))
        return hasStory
          ? Response.json({ narrative: "Told." })
          : new Response(null, { status: 404 });
      return Response.json({ name: "Ilse", attributes: [{ trait_type: "Sky", value: 2 }] });
    });
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    const link = await screen.findByRole("link", { name: "0x7099…79C8" });
    expect(link.getAttribute("href")).to.equal(`/owner/${owner}`);
    expect(words()).to.contain("Owned by 0x7099…79C8. No story yet.");
    expect(screen.queryByRole("link", { name: "Write the story" })).to.equal(null);
    const trait = screen.getByRole("link", { name: "2" });
    expect(trait.getAttribute("href")).to.equal("/drifters?trait=Sky%3A2");
    expect(trait.parentElement?.dataset.count).to.equal("12");
    cleanup();
    renderComponent(inWallet(<TokenCard drifterId="7" />, { address: owner }));
    const toWrite = await screen.findByRole("link", { name: "Write the story" });
    expect(toWrite.getAttribute("href")).to.equal("/#write");
    cleanup();
    hasStory = true;
    names = { [owner]: { name: "ash.eth" } };
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    const named = await screen.findByRole("link", { name: "ash.eth" });
    expect([named.getAttribute("href"), named.title]).to.deep.equal([`/owner/${owner}`, owner]);
    expect(words()).to.contain("Owned by ash.eth · Read the story");
    const toStory = screen.getByRole("link", { name: "Read the story" });
    expect(toStory.getAttribute("href")).to.equal("#story");
  });

  it("renders no link to a full-size portrait with an unsafe URL", async () => {
    stubResponses(async () => Response.json({ name: "Mara", image: "javascript:alert(1)" }));
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByRole("img", { name: "Mara" });
    expect(screen.queryByRole("link")).to.equal(null);
  });

  for (const [image, href] of [
    ["https://art.example/7.png", "https://art.example/7.png"],
    ["ipfs://bafy/7.png", "/drifters/images/full/7.jpg"],
  ] as const) {
    it(`[S2.37] opens ${href} for ${image} in a new tab, which gets no access to the page`, async () => {
      stubResponses(async () => Response.json({ name: "Mara", image }));
      renderComponent(inWallet(<TokenCard drifterId="7" />));
      const link = await screen.findByRole("link", { name: "Mara" });
      expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).to.deep.equal([
        ...[href, "_blank", "noopener"],
      ]);
    });
  }

  /** Returns 404 for metadata, and this outcome for requests to the node. */
  const stubMissing = (response: () => Response | Promise<Response>) =>
    stubResponses(async (url) =>
      String(url).endsWith(".json") ? new Response(null, { status: 404 }) : response(),
    );
  const revert = () => Response.json({ jsonrpc: "2.0", id: 1, error: notMinted });

  it("[S2.41] reports that a drifter was not found and is not minted yet, beside an empty frame", async () => {
    stubMissing(revert);
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByText("Not minted yet.");
    expect(words()).to.equal(
      "Drifter #7 not found.Not minted yet.See all drifters or read the stories.",
    );
    expect(document.querySelector("img")).to.equal(null);
    expect(document.querySelector(".card__frame")?.getAttribute("aria-hidden")).to.equal("true");
  });

  it("reports how many drifters there are at most for an ID above that number", async () => {
    let reads = 0;
    stubMissing(() => {
      reads += 1;
      const result = numberToHex(10_000, { size: 32 });
      return reads === 1 ? revert() : Response.json({ jsonrpc: "2.0", id: 2, result });
    });
    renderComponent(inWallet(<TokenCard drifterId="10001" />));
    await screen.findByText("Not minted. There are at most 10,000 drifters.");
  });

  it("reports that the portrait of a minted drifter is being prepared", async () => {
    const owner = `0x${"2".padStart(64, "0")}`;
    stubMissing(() => Response.json({ jsonrpc: "2.0", id: 1, result: owner }));
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByText("Drifter #7 is minted. Its portrait is being prepared…");
  });

  it("reports that an ID is not an integer", async () => {
    stubMissing(revert);
    renderComponent(inWallet(<TokenCard drifterId="-5" />));
    await screen.findByText("IDs are whole numbers, starting at 1.");
    expect(words()).to.contain("Drifter #-5 not found.");
  });

  it("shows no reason for missing metadata until the chain responds", async () => {
    stubMissing(() => new Promise<never>(() => {}));
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByRole("heading", { name: "Drifter #7 not found." });
    await settle();
    expect(words()).to.match(/^Drifter #7 not found\.\s*See all drifters/);
  });

  it("reports that the chain cannot be read", async () => {
    stubMissing(() => Response.json({ jsonrpc: "2.0", id: 1, error: { code: -32000 } }));
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    await screen.findByText("It is unknown whether it is minted: the network can't be reached.");
  });

  it("reports metadata that cannot be loaded, and loads it when asked to try again", async () => {
    let isDown = true;
    stubResponses(async () =>
      isDown
        ? new Response(null, { status: 503 })
        : Response.json({ name: "Ilse", attributes: [] }),
    );
    renderComponent(inWallet(<TokenCard drifterId="7" />));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).to.contain("This drifter can't be loaded right now.");
    expect(words()).to.contain("Drifter #7 not found.").and.not.contain("prepared");
    isDown = false;
    await settle(() => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
    await screen.findByRole("heading", { name: "Ilse" });
  });

  const page = (
    <Routes>
      <Route path="/drifter/:drifterId" element={<TokenPage />} />
    </Routes>
  );

  it("[S2.44] [S4.32] shows nothing about the first drifter, and no write link, while the second loads", async () => {
    const [address, other] = [hardhatAccount(2).address, hardhatAccount(3).address];
    const chainId = pageSettings.chain.id;
    setConnection(walletConfig, address, chainId);
    const [second, owner] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    stubResponses(async (url, init) => {
      const path = String(url);
      const requested = init?.body ? JSON.parse(String(init.body)) : {};
      const of = path.startsWith("/") ? path : (requested.params?.[0]?.data ?? "");
      if (/10\b/.test(of)) await second.promise;
      if (of.endsWith("0a")) await owner.promise;
      if (path.endsWith(".json")) return Response.json({ name: "Ilse", attributes: [] });
      if (path.startsWith("/api/narrative")) return Response.json({ narrative: "Told by Ilse." });
      if (path.startsWith("/")) return new Response(null, { status: 404 });
      return Response.json({
        jsonrpc: "2.0",
        id: requested.id,
        result: pad(of.endsWith("0a") ? other : address),
      });
    });
    const { follow } = renderComponent(
      <>
        {inWallet(page, { status: "connected", address, chainId })}
        <Link to="/drifter/10">Ten</Link>
      </>,
      { path: "/drifter/7" },
    );
    await screen.findByText("Told by Ilse.");
    await screen.findByText(/^As the owner/);
    await follow("Ten");
    await settle();
    expect(document.body.innerHTML).not.to.match(/Ilse|As the owner|images\/7/);
    for (const respond of [second.resolve, owner.resolve]) {
      await settle(respond);
      expect(words()).to.contain("Told by Ilse.").and.not.contain("As the owner");
    }
    await settle(() => setConnection(walletConfig, address, undefined));
  });

  it("[S2.43] shows the story on the page of a drifter that was not found", async () => {
    stubResponses(async (url) => {
      if (String(url).endsWith(".json")) return new Response(null, { status: 404 });
      if (String(url) === "/api/narrative/7")
        return Response.json({ drifterId: "7", narrative: "Still *told*." });
      return revert();
    });
    renderComponent(inWallet(page), { path: "/drifter/7" });
    await screen.findByRole("heading", { name: "Drifter #7 not found." });
    await screen.findByText("told");
  });
});
