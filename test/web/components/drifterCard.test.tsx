import { screen } from "@testing-library/react";
import { expect } from "chai";
import { encodeErrorResult } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { answerFetch, renderComponent, settle, words } from "../../support/renderComponent.tsx";

const { DrifterCard } = await import("../../../web/src/drifter/DrifterCard.tsx");

const notMinted = {
  code: 3,
  message: "execution reverted",
  data: encodeErrorResult({ abi: fringeDriftersAbi, errorName: "OwnerQueryForNonexistentToken" }),
};

describe("DrifterCard", () => {
  it("opens the full-size portrait in a new tab, which gets no access to the page", async () => {
    const image = "https://pictures.example/7.png";
    answerFetch(async () => Response.json({ name: "Mara", image }));
    renderComponent(<DrifterCard drifterId="7" />);
    const link = await screen.findByRole("link", { name: "Mara" });
    expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).to.deep.equal([
      ...[image, "_blank", "noopener"],
    ]);
  });

  /** Shows a drifter without metadata, whose owner the node reads with this outcome. */
  const showMissing = async (answer: () => Response | Promise<Response>) => {
    answerFetch(async (url) =>
      String(url).endsWith(".json") ? new Response(null, { status: 404 }) : answer(),
    );
    renderComponent(<DrifterCard drifterId="7" />);
    await screen.findByRole("heading", { name: "Drifter #7 not found." });
  };
  const rpc = (outcome: object) => () => Response.json({ jsonrpc: "2.0", id: 1, ...outcome });

  it("links the service's full-size portrait if the metadata's image is on IPFS", async () => {
    for (const [image, href] of [
      ["ipfs://bafy/7.png", "/drifters/images/full/7.jpg"],
      ["https://art.example/7.png", "https://art.example/7.png"],
    ]) {
      answerFetch(async () => Response.json({ name: "Mara", image }));
      const { unmount } = renderComponent(<DrifterCard drifterId="7" />);
      const link = await screen.findByTitle("Open the full-size portrait");
      expect(link.getAttribute("href")).to.equal(href);
      unmount();
    }
  });

  it("shows an empty frame for a drifter without metadata", async () => {
    await showMissing(rpc({ error: notMinted }));
    expect(document.querySelectorAll('.portrait[data-missing="true"]')).to.have.lengthOf(1);
    expect(document.querySelector("img")).to.equal(null);
    expect(document.querySelector(".card__frame")?.getAttribute("aria-hidden")).to.equal("true");
  });

  it("says that a drifter without an owner is not minted yet", async () => {
    await showMissing(rpc({ error: notMinted }));
    await screen.findByText("Not minted yet.");
  });

  it("does not say why there is no metadata while the chain does not answer", async () => {
    await showMissing(() => new Promise<never>(() => {}));
    await settle();
    expect(words()).to.equal("Drifter #7 not found.");
  });
});
