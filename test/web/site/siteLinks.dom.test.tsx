import { screen, within } from "@testing-library/react";
import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionConfig } from "#collection/collectionConfig.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";
import {
  inWallet,
  renderComponent,
  settle,
  stubResponses,
  words,
} from "../../support/web/renderComponent.tsx";

const { SiteHeader } = await import("../../../web/src/site/SiteFrame.tsx");
const { SiteFooter } = await import("../../../web/src/site/SiteFrame.tsx");
const { default: AboutPage } = await import("../../../web/src/about/AboutPage.tsx");

const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

/** Name and address of each link in an element. */
function linksIn(element: HTMLElement) {
  return within(element)
    .getAllByRole("link")
    .map((link) => [words(link), link.getAttribute("href")]);
}

describe("header", () => {
  for (const [wallet, links] of [
    [{ status: "disconnected" }, []],
    [{ status: "connected", address, chainId: 31_337 }, [["Your drifters", `/owner/${address}`]]],
  ] as const) {
    it(`links to drifters, stories and, if connected, the wallet's drifters while it is ${wallet.status}`, () => {
      renderComponent(inWallet(<SiteHeader />, wallet));
      expect(linksIn(screen.getByRole("navigation"))).to.deep.equal([
        ["Drifters", "/drifters"],
        ["Stories", "/stories"],
        ...links,
      ]);
    });
  }
});

describe("header mint link", () => {
  const mintLink = async (sale: object) => {
    stubResponses(async () => Response.json(sale));
    renderComponent(inWallet(<SiteHeader />));
    await settle();
    return linksIn(screen.getByRole("navigation")).find(([, href]) => href === "/mint");
  };

  it("shows how many drifters are left while minting is on", async () => {
    expect(await mintLink({ isOpen: true, left: 20 })).to.deep.equal(["Mint 20 left", "/mint"]);
  });

  it("leads to the opening while a phase is planned and none is open", async () => {
    const phases = [{ name: "Dusk", opensAt: "2026-02-01T18:00:00Z" }];
    const sale = { isOpen: false, left: 20, time: "2026-01-01T00:00:00Z", phases };
    expect(await mintLink(sale)).to.deep.equal(["Mint soon", "/mint"]);
  });

  for (const sale of [
    { isOpen: false, left: 20 },
    { isOpen: true, left: 0 },
    {
      ...{ isOpen: false, left: 0, time: "2026-03-01T00:00:00Z" },
      phases: [{ name: "Dusk", opensAt: "2026-02-01T18:00:00Z" }],
    },
  ]) {
    it(`is hidden for ${JSON.stringify(sale)}`, async () => {
      expect(await mintLink(sale)).to.equal(undefined);
    });
  }
});

describe("footer", () => {
  it("links to the gallery, the stories, the mint page, Help and About", () => {
    renderComponent(<SiteFooter />);
    expect(linksIn(screen.getByRole("contentinfo"))).to.deep.equal([
      ["Drifters", "/drifters"],
      ["Stories", "/stories"],
      ["Mint", "/mint"],
      ["Help", "/help"],
      ["About", "/about"],
    ]);
  });
});

describe("About page", () => {
  const facts = () => {
    const terms = [...document.querySelectorAll("dt")];
    return Object.fromEntries(terms.map((dt) => [words(dt), words(dt.nextElementSibling ?? dt)]));
  };

  it("shows who runs the site, the contract with a copy button, the chain, the version and the API", () => {
    renderComponent(<AboutPage />);
    const { team }: CollectionConfig = collectionConfig;
    expect(facts()).to.deep.equal({
      ...(team && { "Run by": team.name }),
      Contract: `${pageSettings.contract}Copy`,
      Network: "Hardhat (chain ID 31337)",
      Software: "Version 1.2.3, MIT license",
      API: "OpenAPI description",
      Sale: "Phases of the sale",
    });
  });

  it("shows the explorer, the stories' license and the source code if they are configured", () => {
    const configured = {
      contentLicense: "CC BY 4.0",
      sourceUrl: "https://code.example/drifters",
    };
    const explorer = { name: "Scan", url: "https://scan.example/" };
    Object.assign(pageSettings, configured);
    Object.assign(pageSettings.chain, { blockExplorers: { default: explorer } });
    try {
      renderComponent(<AboutPage />);
    } finally {
      for (const name of Object.keys(configured)) Reflect.deleteProperty(pageSettings, name);
      Reflect.deleteProperty(pageSettings.chain, "blockExplorers");
    }
    expect(facts()).to.include({
      "Story license": "CC BY 4.0",
      "Source code": "https://code.example/drifters",
    });
    const link = screen.getByRole("link", { name: "Scan" });
    expect(["href", "target", "rel"].map((name) => link.getAttribute(name))).to.deep.equal([
      `https://scan.example/address/${pageSettings.contract}`,
      "_blank",
      "noopener",
    ]);
  });
});
