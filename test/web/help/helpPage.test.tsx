import { expect } from "chai";
import { textOf, trackedFiles } from "../../support/commands/documents.ts";
import { renderMarkup } from "../../support/web/markup.ts";
import "../../support/web/componentLoader.ts";
import "../../support/web/pageSettings.ts";

const { default: HelpPage } = await import("../../../web/src/help/HelpPage.tsx");

describe("Help page", () => {
  const render = () => renderMarkup(<HelpPage />);

  it("renders a heading for itself and each section in its list of contents", async () => {
    const { all, elements } = await render();
    const contents = all("a").filter(({ attributes }) => attributes.href?.startsWith("#"));
    expect(all("h1", "h2").map(({ text }) => text)).to.deep.equal([
      "Help",
      ...contents.map(({ text }) => text),
    ]);
    const ids = elements.map(({ attributes: { id } }) => id && `#${id}`).filter(Boolean);
    expect(contents.map(({ attributes }) => attributes.href)).to.deep.equal(ids);
    expect(contents).to.have.length.above(5);
  });

  it("shows the first lines of the signed message, and warns of sites that want a seed phrase", async () => {
    const { all } = await render();
    expect(all("code").map(({ text }) => text)).to.include("I own Drifter");
    expect(all("blockquote")[0]?.text).to.include("never asks for your seed phrase");
  });

  it("quotes multi-word labels and messages exactly as the site shows them", async () => {
    const { all } = await render();
    const quotes = all("strong")
      .map(({ text }) => text)
      .filter((text) => text.includes(" "));
    expect(quotes).to.have.length.above(10);
    const files = trackedFiles("web/src/*.ts*").concat(trackedFiles("api/protocol/*.ts"));
    const sources = (await Promise.all(files.map(textOf))).join("\n").replaceAll(/\s+/g, " ");
    expect(quotes.filter((quote) => !sources.includes(quote))).to.deep.equal([]);
  });
});
