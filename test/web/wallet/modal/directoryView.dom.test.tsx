import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect } from "chai";
import { listing } from "../../../support/web/connectionService.ts";
import { button, settle, stubResponses } from "../../../support/web/renderComponent.tsx";
import { offerWalletConnect, renderView } from "./walletViews.tsx";

const { default: DirectoryView } = await import(
  "../../../../web/src/wallet/modal/DirectoryView.tsx"
);
const { popularWallets } = await import("../../../../web/src/wallet/directory/popularWallets.ts");

const nine = popularWallets.map(({ name }) => name);
const names = () =>
  within(screen.getByRole("list", { name: "All wallets" }))
    .getAllByRole("button")
    .map((tile) => tile.querySelector("span:last-child")?.textContent);
const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search wallets" });
const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

/** Responds to each request for all wallets by its query, and lists the queries. */
function directoryWith(response: (query: URLSearchParams) => Response | Promise<Response>) {
  const queries: Record<string, string>[] = [];
  stubResponses(async (input) => {
    const { pathname, searchParams } = new URL(String(input));
    if (!pathname.endsWith("AllListings")) {
      expect(pathname).to.equal("/w3m/v1/getDesktopListings");
      return new Response(null, { status: 401 });
    }
    const { page, entries, search, excludedIds } = Object.fromEntries(searchParams);
    queries.push(
      JSON.parse(
        JSON.stringify({ page, entries, search, excluded: excludedIds?.split(",").length }),
      ),
    );
    return response(searchParams);
  });
  return queries;
}

function page(total: number, ...ids: string[]): Response {
  return Response.json({ listings: ids.map((id) => listing(id, id)), total });
}

describe("DirectoryView", () => {
  it("explains why it lists only installed wallets without a project ID", () => {
    renderView(<DirectoryView />);
    screen.getByText("This site doesn't support wallets on other devices.");
    expect(screen.queryByRole("searchbox")).to.equal(null);
  });

  describe("with a project ID", () => {
    offerWalletConnect();

    it("lists the recommended wallets immediately, then each page of the directory once", async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      const queries = directoryWith((query) =>
        query.get("page") === "1" ? page(48, "hare", popularWallets[0]?.id ?? "") : promise,
      );
      const { press } = renderView(<DirectoryView />);
      expect(names()).to.deep.equal(nine);
      expect(statuses()).to.deep.equal(["Loading the directory…", ""]);
      await screen.findByText("hare");
      expect(names()).to.deep.equal([...nine, "hare"]);
      expect(statuses()).to.deep.equal(["", ""]);
      await press("More wallets");
      expect(button("Loading…").disabled).to.equal(true);
      await settle(() => resolve(page(48, "rabbit")));
      expect(names()).to.deep.equal([...nine, "hare", "rabbit"]);
      expect(screen.queryByRole("button", { name: /More wallets|Loading/ })).to.equal(null);
      expect(queries).to.deep.equal([
        { page: "1", entries: "24", excluded: 9 },
        { page: "2", entries: "24", excluded: 9 },
      ]);
    });

    it("searches only for composed input-method text", async () => {
      const queries = directoryWith(() => page(0));
      renderView(<DirectoryView />);
      await settle();
      fireEvent.compositionStart(search());
      for (const value of ["s", "さ", "さb", "さば"]) {
        fireEvent.change(search(), { target: { value } });
        expect(names()).to.deep.equal(nine);
      }
      fireEvent.compositionEnd(search());
      await waitFor(() =>
        expect(queries.map(({ search }) => search)).to.deep.equal([undefined, "さば"]),
      );
    });

    it("searches the recommended wallets and the directory for the typed text", async () => {
      const queries = directoryWith((query) =>
        query.get("search") === "RAIN" ? page(1, "raincoat") : page(0),
      );
      const { enter, opened, press } = renderView(<DirectoryView />);
      await enter(search(), "  RAIN ");
      expect(search().value).to.equal("  RAIN ");
      await screen.findByText("raincoat");
      expect(names()).to.deep.equal(["Rainbow", "raincoat"]);
      await press(/raincoat/);
      expect(opened.map((current) => current.view)).to.deep.equal(["wallet"]);
      await enter(search(), "x?");
      await screen.findByText("No wallet matches “x?”.");
      expect(screen.getByRole("list", { name: "All wallets" }).children).to.have.length(0);
      expect(queries).to.deep.equal([
        { page: "1", entries: "24", excluded: 9 },
        { page: "1", entries: "24", search: "RAIN" },
        { page: "1", entries: "24", search: "x?" },
      ]);
    });
  });
});
