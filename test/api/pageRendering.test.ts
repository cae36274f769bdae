import { expect } from "chai";
import type { RenderedPage } from "#protocol/pageMarkup";
import { createPageRendering } from "../../api/src/page/pages.ts";
import type { PageTemplate } from "../../api/src/page/pageTemplate.ts";
import { pageSettings as config } from "../support/pageSettings.ts";

const page: RenderedPage = {
  markup: "Rendered.",
  data: "{}",
  files: { styles: [], modules: [] },
  isPartial: false,
};

describe("createPageRendering", () => {
  let rendered: string[];
  let outcome: RenderedPage | "failed" | undefined;
  beforeEach(() => {
    rendered = [];
    outcome = page;
  });

  const create = (timeoutMilliseconds = 3_600_000) => {
    const rendererOf = (kind: string) => ({
      async render(_template: PageTemplate, { path }: { path: string }) {
        rendered.push(`${kind} ${path}`);
        return outcome;
      },
      close: async () => {},
    });
    const render = createPageRendering({
      renderer: rendererOf("quick"),
      costlyRenderer: rendererOf("costly"),
      timeoutMilliseconds,
    });
    const first = { html: "first build" };
    return async (revision: () => Promise<string>, { isCostly = false, template = first } = {}) =>
      render(
        template,
        { key: "/drifter/7", revision, isCostly: async () => isCostly },
        { status: 200, config },
      );
  };

  it("renders costly pages apart from others", async () => {
    const render = create();
    expect(await render(async () => "1")).to.equal(page);
    await render(async () => "1", { isCostly: true });
    expect(rendered).to.deep.equal(["quick /drifter/7", "costly /drifter/7"]);
  });

  it("renders a page that failed again only with another revision or build", async () => {
    const render = create();
    const template = { html: "second build" };
    outcome = "failed";
    for (const revision of ["1", "1", "2", "2"]) {
      expect(await render(async () => revision)).to.equal(undefined);
    }
    expect(rendered).to.have.length(2);
    outcome = page;
    expect(await render(async () => "2", { template })).to.equal(page);
  });

  it("renders a page again that the renderer could not render at the moment", async () => {
    const render = create();
    outcome = undefined;
    await render(async () => "1");
    outcome = page;
    expect(await render(async () => "1")).to.equal(page);
  });

  it("leaves a page to browsers while the store fails or is slow", async () => {
    const render = create(1);
    expect(await render(() => Promise.reject(new Error("store.unavailable")))).to.equal(undefined);
    expect(await render(() => new Promise<never>(() => {}))).to.equal(undefined);
    expect(rendered).to.deep.equal([]);
  });
});
