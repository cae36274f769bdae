import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { getAddress, toHex } from "viem";
import { packetToBytes } from "viem/ens";
import type { OwnerPageResponse, StoryPage, TokenNeighbors } from "#protocol/wire/responses";
import { createChain } from "../../../api/src/chain/chain.ts";
import { createNames } from "../../../api/src/names/names.ts";
import { limits } from "../../../api/src/settings/limits.ts";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import { deployNames } from "../../../scripts/world/chain/deployNames.ts";
import {
  account,
  problemCodeOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { revertAfterEach } from "../../support/api/borrowedChain.ts";
import { faults, useFaultyRpc } from "../../support/api/faultyRpc.ts";
import { errorOf } from "../../support/errorOf.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { until } from "../../support/until.ts";

const [mara, ilse] = [account(2), account(3)];

describe("createNames", () => {
  /** Returns the name shown for an address that claims `name`, which leads to `target`. */
  async function shownFor(name: string | null, target: string | null) {
    const asked: string[] = [];
    const names = createNames({
      chain: {
        readEnsName: async () => name,
        async readEnsAddress(asking) {
          asked.push(asking);
          return target === null ? null : getAddress(target);
        },
      },
      settings: limits,
      onChange: () => undefined,
    });
    expect(names.of(mara.address)).to.equal(undefined);
    await setImmediate();
    return { shown: names.peek(mara.address)?.name, asked };
  }

  it("shows a name only if it leads back to the address", async () => {
    expect((await shownFor("ash.eth", mara.address)).shown).to.equal("ash.eth");
    for (const target of [ilse.address, null]) {
      expect((await shownFor("ash.eth", target)).shown, `${target}`).to.equal(undefined);
    }
    expect(await shownFor(null, mara.address)).to.deep.equal({ shown: undefined, asked: [] });
  });

  it("does not look up the address of a name that is not shown", async () => {
    for (const name of ["Ash.eth", "vit\u0430lik.eth", `${"a".repeat(1_000)}.eth`]) {
      expect(await shownFor(name, mara.address)).to.deep.equal({ shown: undefined, asked: [] });
    }
  });
});

describe("ENS", () => {
  const fixture = useFixture();
  revertAfterEach(fixture);
  const rpc = useFaultyRpc(fixture);
  let webDir: string;
  let collectionDir: string;
  before("write a page", async () => {
    webDir = await temporaryFolder();
    collectionDir = join(webDir, "collection");
    await mkdir(join(collectionDir, "metadata"), { recursive: true });
    await writeFile(
      join(webDir, "index.html"),
      "<!--runtime-config--><!--page-head--><!--/page-head-->",
    );
    await writeFile(join(collectionDir, "metadata/1.json"), '{"name":"Ilse"}');
  });
  const deploy = async (names: Record<string, string>) =>
    getAddress(await deployNames(fixture.chain, names));
  const serve = async (names: Record<string, string>, overrides: Partial<Settings> = {}) =>
    startApiFor(fixture, {
      ensResolver: await deploy(names),
      rpcUrls: [rpc.url],
      publicUrl: "https://site.example",
      webDir,
      collectionDir,
      ...overrides,
    });
  const chainWith = (ensResolver: `0x${string}` | "off") =>
    createChain({
      ...{ ...limits, rpcUrls: [rpc.url], chainId: 31_337, contract: mara.address },
      ensResolver,
    });

  it("returns names, addresses, or null; never requests a URL that a resolver chooses", async () => {
    let isRequested = false;
    const server = createServer((_, response) => {
      isRequested = true;
      response.end();
    });
    await using gateway = await listen(server);
    const ensResolver = await deploy({ "ash.eth": mara.address });
    const { readEnsName, readEnsAddress } = chainWith(ensResolver);
    expect(await readEnsName(mara.address)).to.equal("ash.eth");
    expect(await readEnsAddress("ash.eth")).to.equal(mara.address);
    expect(await readEnsName(ilse.address)).to.equal(null);
    expect(await readEnsAddress("ilse.eth")).to.equal(null);
    const resolver = await fixture.chain.ethers.getContractAt("NameResolver", ensResolver);
    await resolver.setGateway(toHex(packetToBytes("ilse.eth")), gateway.url);
    expect(await readEnsAddress("ilse.eth")).to.equal(null);
    expect(isRequested).to.equal(false);
  });

  it("is missing if the settings name an address without a contract", async () => {
    const existing = await deploy({});
    for (const [resolver, isMissing] of [
      [mara.address, true],
      [existing, false],
      ["off", false],
    ] as const) {
      expect(await chainWith(resolver).isEnsResolverMissing(), resolver).to.equal(isMissing);
    }
  });

  it("sends no request if it is off, and fails while the node does", async () => {
    rpc.behave(faults.failsToServe(503));
    expect(await chainWith("off").readEnsName(mara.address)).to.equal(null);
    expect(rpc.requests).to.deep.equal([]);
    const error = await errorOf(chainWith(ilse.address).readEnsName(mara.address));
    expect(error).to.have.property("code", "chain.unavailable");
  });

  it("adds owners' and authors' names to responses once they are known", async () => {
    await using api = await serve({ "ash.eth": mara.address });
    const drifterId = await fixture.giveToken(mara.address);
    await api.save(await signedSave(mara, drifterId, "Ash fell."));
    const read = async <Body>(path: string) => (await (await api.get(path)).json()) as Body;
    const readAuthor = async () =>
      (await read<StoryPage>("/api/narrative?limit=1")).stories[0]?.authorName;
    expect(await readAuthor()).to.equal(undefined);
    // The response without the name is cached until the name is known.
    await until(async () => (await readAuthor()) !== undefined);
    const name = { name: "ash.eth" };
    expect(await readAuthor()).to.deep.equal(name);
    const owner = await read<OwnerPageResponse>(`/api/owners/${mara.address}/tokens`);
    expect(owner.ownerName).to.deep.equal(name);
    const { names } = await read<TokenNeighbors>(`/api/tokens/${drifterId}/neighbors`);
    expect(names).to.deep.equal({ [mara.address]: name });
    expect(await (await api.get("/feed.atom")).text()).to.contain(
      `<author><name>ash.eth</name><uri>https://site.example/owner/${mara.address}</uri>`,
    );
    const embed = new URLSearchParams({ url: `https://site.example/drifter/${drifterId}` });
    expect(await read(`/oembed?${embed}`)).to.have.property("author_name", "ash.eth");
  });

  it("finds the address of a name that a visitor enters", async () => {
    await using api = await serve({ "ash.eth": mara.address });
    expect(await (await api.get("/api/names/Ash.eth")).json()).to.deep.equal({
      address: mara.address,
    });
    for (const name of ["ilse.eth", "a..eth", "ash", "%F0%9F%92%A9.eth"]) {
      expect(await problemCodeOf(await api.get(`/api/names/${name}`)), name).to.equal(
        "404 name.not_found",
      );
    }
    rpc.behave(faults.failsToServe(503));
    expect(await problemCodeOf(await api.get("/api/names/oda.eth"))).to.equal(
      "503 chain.unavailable",
    );
  });

  it("redirects the page of a name to its address; 404 without one, 503 while the node fails", async () => {
    await using api = await serve({ "ash.eth": mara.address, "правда.eth": ilse.address });
    const open = async (name: string) => {
      const page = await api.send(`/owner/${name}`, {
        headers: { accept: "text/html" },
        redirect: "manual",
      });
      const [, title] = /<title>(.*) ·/.exec(await page.text()) ?? [];
      return [page.status, page.headers.get("location") ?? title];
    };
    expect(await open("Ash.eth")).to.deep.equal([302, `/owner/${mara.address}`]);
    expect(await open(encodeURIComponent("правда.eth"))).to.deep.equal([
      302,
      `/owner/${ilse.address}`,
    ]);
    expect(await open("oda.eth")).to.deep.equal([404, "No such name"]);
    rpc.behave(faults.failsToServe(503));
    expect(await open("nim.eth")).to.deep.equal([503, "Name not looked up"]);
  });

  it("limits how many names a client may look up", async () => {
    for (const path of ["/owner", "/api/names"]) {
      await using api = await serve({}, { ownerReadsPerMinute: 1 });
      const statuses = ["oda.eth", "nim.eth"].map(async (name) => {
        const headers = { accept: "text/html" };
        return (await api.send(`${path}/${name}`, { headers })).status;
      });
      expect((await Promise.all(statuses)).toSorted(), path).to.deep.equal([404, 429]);
    }
  });

  it("titles the page of a wallet by its name once it is known", async () => {
    await using api = await serve({ "ash.eth": mara.address });
    await fixture.giveToken(mara.address);
    const open = async (address: string) => {
      const page = await api.get(`/owner/${address}`, { accept: "text/html" });
      return /<title>(.*) ·/.exec(await page.text())?.[1];
    };
    await api.get(`/api/owners/${mara.address}/tokens`);
    await until(async () => (await open(mara.address)) === "Drifters of ash.eth");
    expect(await open(ilse.address)).to.match(/^Drifters of 0x/);
  });
});
