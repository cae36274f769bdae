import { expect } from "chai";
import { narrativeQueryOptions } from "../../../web/src/narrative/narrativeApi.ts";
import { WalletContext } from "../../../web/src/wallet/useWallet.ts";
import "../../support/web/pageSettings.ts";
import "../../support/web/componentLoader.ts";
import { withFetch } from "../../support/stubFetch.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { clientWithData, renderMarkup } from "../../support/web/markup.ts";

const { NarrativeSection } = await import("../../../web/src/narrative/NarrativeSection.tsx");
const { OwnedNarrative } = await import("../../../web/src/narrative/OwnedNarrative.tsx");

const owner = hardhatAccount(2).address;
const story = { narrative: "# Ash on the water\n\nShe kept **one** lamp lit." };

describe("NarrativeSection", () => {
  let logged: unknown[][];
  const { error } = console;

  beforeEach(() => {
    logged = [];
    console.error = (...words) => logged.push(words);
  });
  afterEach(() => {
    console.error = error;
  });

  /** Renders the section after this response of the service. */
  async function visit(respond: () => Promise<Response>, drifterId = "7") {
    const client = clientWithData();
    await withFetch(respond, () => client.prefetchQuery(narrativeQueryOptions("7")));
    const wallet = { status: "disconnected", openDialog() {}, preload() {} } as const;
    return renderMarkup(
      <WalletContext value={wallet}>
        <NarrativeSection drifterId={drifterId} />
      </WalletContext>,
      client,
    );
  }

  it("is empty, not loading, for an ID that no token can have", async () => {
    const { all } = await visit(async () => Response.json(story), "1.5");
    expect(all("section", "p", "span")).to.deep.equal([]);
  });

  describe("with a story", () => {
    it("[S4.1] shows a visitor without a wallet only the rendered story", async () => {
      const { words, all } = await visit(async () => Response.json(story));
      expect(words).to.equal("Ash on the water She kept one lamp lit.");
      expect(all("h2").map(({ text }) => text)).to.deep.equal(["Ash on the water"]);
      expect(all("strong").map(({ text }) => text)).to.deep.equal(["one"]);
      expect(all("hr", "a", "button")).to.deep.equal([]);
    });

    it("[S4.2] [S4.3] shows the owner the story, a divider and a sentence with only “edit” linked", async () => {
      const { words, all } = await renderMarkup(
        <OwnedNarrative drifterId="7" owner={owner} story={story} />,
      );
      expect(words).to.equal(
        "Ash on the water She kept one lamp lit.As the owner, you can edit this.",
      );
      const mapInOrder = all("h2", "hr", "p").map(({ name, text }) => [name, text]);
      expect(mapInOrder).to.deep.equal([
        ["h2", "Ash on the water"],
        ["p", "She kept one lamp lit."],
        ["hr", ""],
        ["p", "As the owner, you can edit this."],
      ]);
      expect(all("a").map(({ text }) => text)).to.deep.equal(["edit"]);
    });
  });

  describe("without a story", () => {
    it("[S4.4] [S4.5] invites the owner to write a story, with only “write” linked", async () => {
      const { words, all } = await renderMarkup(
        <OwnedNarrative drifterId="7" owner={owner} story={undefined} />,
      );
      expect(words).to.equal("As the owner of this Drifter, you can write their story.");
      expect(all("a").map(({ text }) => text)).to.deep.equal(["write"]);
    });

    it("informs the owner that the operator hides the story", async () => {
      const client = clientWithData();
      const hidden = { narrative: null, tag: '"2-x"', isHidden: true } as const;
      client.setQueryData(narrativeQueryOptions("7").queryKey, hidden);
      const owned = <OwnedNarrative drifterId="7" owner={owner} story={undefined} />;
      const { role } = await renderMarkup(owned, client);
      expect(role("status").map(({ text }) => text)).to.deep.equal([
        "Your story is saved, but the operator of this site hides it from readers.",
      ]);
    });

    const omitText: Record<string, unknown> = {
      "an object without a narrative": { drifterId: "7" },
      "an empty narrative": { drifterId: "7", narrative: "" },
      "only a comment": { drifterId: "7", narrative: "<!-- 5f3c -->" },
      null: null,
    };
    for (const [content, json] of Object.entries(omitText)) {
      it(`[S7.6] treats 200 with ${content} as no story, and logs nothing`, async () => {
        const { elements } = await visit(async () => Response.json(json));
        expect(elements).to.deep.equal([]);
        expect(logged).to.deep.equal([]);
      });
    }
  });

  describe("when the story fails to load", () => {
    const failures: Record<string, () => Promise<Response>> = {
      "the service returns 500": async () =>
        Response.json({ narrative: "Not a story." }, { status: 500 }),
      "the response is not JSON": async () => new Response("<!doctype html>"),
    };
    for (const [failure, fail] of Object.entries(failures)) {
      it(`[S8.2] logs the error and renders nothing, if ${failure}`, async () => {
        const { elements } = await visit(fail);
        expect(elements).to.deep.equal([]);
        expect(logged).to.have.length(1);
        expect(logged[0]?.[0]).to.equal("Error fetching narrative:");
        expect(logged[0]?.[1]).to.be.instanceOf(Error);
      });
    }
  });
});
