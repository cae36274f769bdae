import { QueryClient } from "@tanstack/react-query";
import { expect } from "chai";
import { createClient, http } from "viem";
import { hardhat } from "viem/chains";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import {
  ConnectionServiceError,
  connectionServiceRetries,
} from "../../../../web/src/wallet/directory/connectionService.ts";
import { identityOptions, identityUrl } from "../../../../web/src/wallet/directory/identity.ts";
import {
  type ListingsKind,
  listingsUrl,
  parseListings,
} from "../../../../web/src/wallet/directory/listings.ts";
import { popularWallets } from "../../../../web/src/wallet/directory/popularWallets.ts";
import { appBaseUrl, pairingLink } from "../../../../web/src/wallet/directory/wallet.ts";
import { relayRpcUrl } from "../../../../web/src/wallet/walletConfig.ts";
import {
  type ConnectionService,
  listing,
  startConnectionService,
} from "../../../support/web/connectionService.ts";

const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const directory: WalletConnectConfig = {
  projectId: "abc",
  relayUrl: "wss://relay.example",
  directoryUrl: "https://directory.example",
  identityUrl: "https://identity.example",
};

describe("wallet directory", () => {
  describe("request URL", () => {
    const paths: Record<ListingsKind, string> = {
      desktop: "/w3m/v1/getDesktopListings",
      mobile: "/w3m/v1/getMobileListings",
      injected: "/w3m/v1/getInjectedListings",
      all: "/w3m/v1/getAllListings",
    };
    for (const [kind, path] of Object.entries(paths)) {
      it(`[S7.21] lists ${kind} wallets at ${path}`, () => {
        // Safety: the keys of `paths` are kinds.
        const url = new URL(listingsUrl(directory, kind as ListingsKind));
        expect(url.origin + url.pathname).to.equal(`https://directory.example${path}`);
      });
    }

    it("[S7.22] includes the project, the client and the options", () => {
      const query = {
        page: 2,
        entries: 9,
        recommendedIds: ["a", "b"],
        excludedIds: ["c", "d"],
        search: "a&b",
      };
      const { searchParams } = new URL(listingsUrl(directory, "all", query));
      expect(Object.fromEntries(searchParams)).to.deep.equal({
        projectId: "abc",
        sdkType: "w3m",
        sdkVersion: "js-2.7.1",
        version: "2",
        page: "2",
        entries: "9",
        recommendedIds: "a,b",
        excludedIds: "c,d",
        search: "a&b",
      });
    });

    it("[S7.22] omits absent options", () => {
      const { searchParams } = new URL(listingsUrl(directory, "injected", { excludedIds: [] }));
      expect([...searchParams.keys()]).to.deep.equal([
        "projectId",
        "sdkType",
        "sdkVersion",
        "version",
      ]);
    });
  });

  describe("response", () => {
    const rabbit = listing("rabbit", "Rabbit", {
      rdns: "example.rabbit",
      injected: [{ namespace: "eip155", injected_id: "isRabbit" }],
    });
    const wallet = {
      id: "rabbit",
      name: "Rabbit",
      homepage: "https://rabbit.example/",
      imageUrl: "https://directory.example/w3m/v1/getWalletImage/picture-of-rabbit?projectId=abc",
      rdns: "example.rabbit",
      injectedFlag: "isRabbit",
      mobile: { native: "rabbit://", universal: undefined },
      desktop: { native: undefined, universal: "" },
    };

    it("[S7.23] is parsed as an object of listings by ID or as an array, with the total", () => {
      for (const listings of [{ rabbit }, [rabbit]]) {
        expect(parseListings({ listings, total: 70 }, directory)).to.deep.equal({
          wallets: [wallet],
          total: 70,
        });
      }
    });

    it("[S7.23] drops only invalid entries", () => {
      const page = { listings: { hare: { id: "hare" }, rabbit, none: null } };
      expect(parseListings(page, directory)).to.deep.equal({ wallets: [wallet], total: 1 });
    });

    it("drops a homepage URL that is not https", () => {
      const listings = [{ ...rabbit, homepage: "javascript:alert(1)" }];
      const { wallets } = parseListings({ listings }, directory);
      expect(wallets).to.deep.equal([{ ...wallet, homepage: undefined }]);
    });

    it("[S7.23] is rejected when it is malformed", () => {
      for (const page of [null, {}, "<html>", { listings: 1 }]) {
        expect(() => parseListings(page, directory)).to.throw();
      }
    });
  });
});

describe("recommended wallets", () => {
  it("[S9.12] lists nine wallets, each with a deep link that carries the pairing URI", () => {
    expect(popularWallets).to.have.lengthOf(9);
    expect(new Set(popularWallets.map(({ id }) => id)).size).to.equal(9);
    for (const { name, id, mobile } of popularWallets) {
      expect(id, name).to.match(/^[0-9a-f]{64}$/);
      const link = pairingLink(mobile, "wc:topic@2?relay-protocol=irn&symKey=key");
      expect(link, name).to.match(
        /^[a-z\d]+:\/\/(main\/)?wc\?uri=wc%3Atopic%402%3Frelay-protocol%3Dirn%26symKey%3Dkey$/,
      );
    }
  });
});

describe("app link", () => {
  it("rejects a script or a plain http page", () => {
    for (const native of [
      "javascript://%0aalert(1)",
      "javascript:alert(1)",
      "data://text/html,x",
    ]) {
      expect(appBaseUrl({ native })).to.satisfy(
        (link?: string) => link === undefined || !/^(javascript|data):/.test(link),
      );
    }
    expect(appBaseUrl({ universal: "http://rabbit.example" })).to.equal(undefined);
    expect(appBaseUrl({ universal: "javascript:alert(1)" })).to.equal(undefined);
  });
});

describe("account identity", () => {
  const account = { address, chainId: 31_337 } as const;

  it("[S7.24] is requested by address and chain", () => {
    expect(identityUrl(directory, account)).to.equal(
      `https://identity.example/v1/identity/${address}?chainId=eip155:31337&projectId=abc`,
    );
  });

  describe("when the service responds", () => {
    let service: ConnectionService;
    const client = createClient({ chain: hardhat, transport: http() });
    const ask = () =>
      new QueryClient().fetchQuery({
        ...identityOptions({ ...directory, identityUrl: service.url }, client, address),
        retryDelay: 0,
        gcTime: 0,
      });

    beforeEach(async () => {
      service = await startConnectionService();
    });
    afterEach(() => service.close());

    const response = (value: object) => service.answers.set(`/v1/identity/${address}`, () => value);

    it("[S7.24] returns the account's name and avatar", async () => {
      response({ name: "ash.eth", avatar: "https://pictures.example/ash.png" });
      expect(await ask()).to.deep.equal({
        name: "ash.eth",
        avatar: "https://pictures.example/ash.png",
      });
    });

    it("[S7.24] is empty when the account has none, or the service returns none", async () => {
      const nobody = { name: undefined, avatar: undefined };
      expect(await ask()).to.deep.equal(nobody);
      expect(service.requests).to.have.lengthOf(1);
      for (const name of [null, ""]) {
        response({ name, avatar: "javascript:alert(1)" });
        expect(await ask()).to.deep.equal(nobody);
      }
    });
  });
});

describe("connection service request", () => {
  const { retry, retryDelay } = connectionServiceRetries;

  it("[S9.17] is retried three times, after 1, 2 and 4 seconds, with a delay of at most 30", () => {
    const failure = new TypeError("Failed to fetch");
    expect([0, 1, 2, 3].map((failures) => retry(failures, failure))).to.deep.equal([
      true,
      true,
      true,
      false,
    ]);
    const statuses = [500, 429, 404, 401];
    const isRetried = statuses.map((status) => retry(0, new ConnectionServiceError(status)));
    expect(isRetried).to.deep.equal([true, true, false, false]);
    expect([0, 1, 2, 3, 4, 5, 30].map(retryDelay)).to.deep.equal([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });
});

describe("relay RPC endpoint", () => {
  it("[S7.25] contains the chain and the project", () => {
    expect(relayRpcUrl(directory, 31_337)).to.equal(
      "https://identity.example/v1/?chainId=eip155:31337&projectId=abc",
    );
  });
});
