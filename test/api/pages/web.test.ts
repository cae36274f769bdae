import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { noun } from "#protocol/values/noun";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";
import type { Settings } from "../../../api/src/settings/settings.ts";
import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { type Api, problemCodeOf, startApi } from "../../support/api/apiFixture.ts";
import { faults, startFaultyRpc } from "../../support/api/faultyRpc.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const page =
  '<!doctype html><head><!--runtime-config--><script src="/assets/app-1a2b.js"></script></head>';

const script = "run();\n".repeat(500);

/** Returns the complete Content-Security-Policy, with any WalletConnect sources. */
const policyWith = ({ images = "", calls = "", frames = "'none'" } = {}) =>
  `default-src 'self';script-src 'self';style-src 'self';img-src 'self' data: https: blob:${images};` +
  `connect-src 'self' https://rpc.example wss://rpc.example${calls};frame-src ${frames};` +
  "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'";

describe("served production build", () => {
  let chain: LocalChain;
  let webDir: string;
  before(async () => {
    chain = await startLocalChain();
    webDir = await temporaryFolder();
    await mkdir(join(webDir, "assets"));
    await writeFile(join(webDir, "index.html"), page);
    await writeFile(join(webDir, "favicon.svg"), "<svg/>");
    await writeFile(join(webDir, "assets/app-1a2b.js"), script);
    await writeFile(join(webDir, "assets/app-1a2b.js.br"), brotliCompressSync(script));
    await writeFile(join(webDir, "assets/app-1a2b.js.gz"), gzipSync(script));
  });
  after(() => chain.close());

  const serve = (overrides: Partial<Settings> = {}) =>
    startApi({
      rpcUrls: [chain.url],
      publicRpcUrl: "https://rpc.example/v1",
      contentLicense: "CC BY 4.0",
      sourceUrl: "https://source.example",
      epubUrl: "https://source.example/stories.epub",
      webDir,
      reveal: "all",
      ...overrides,
    });

  describe("with a build", () => {
    let api: Api;
    before(async () => {
      api = await serve();
    });
    after(() => api.close());

    const shared = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=8";
    for (const [path, status, policy] of [
      // Pages that the server could not render.
      ["/", 200, "no-cache"],
      ["/drifter/7", 200, "no-cache"],
      ["/drifter/1.5", 404, "no-store"],
      ["/nope", 404, "no-store"],
      ["/Stories/", 200, shared],
      ["/index.html", 200, shared],
    ] as const) {
      it(`[D5] serves ${path} with the page and its configuration`, async () => {
        const response = await api.get(path, { accept: "text/html,*/*;q=0.8" });
        expect(response.status).to.equal(status);
        expect(response.headers.get("content-type")).to.equal("text/html; charset=utf-8");
        expect(response.headers.get("cache-control")).to.equal(policy);
        expect(response.headers.get("vary")).to.equal("Accept");
        expect(configIn(await response.text()).contract).to.equal(api.settings.contract);
      });
    }

    for (const [path, location] of [
      ["//drifter/7", "/drifter/7"],
      ["/drifter//7?a=//b", "/drifter/7?a=//b"],
      [`/%${noun.charCodeAt(0).toString(16)}${noun.slice(1)}/%37`, "/drifter/7"],
      ["//drifter/evil%2Eexample", "/drifter/evil.example"],
    ] as const) {
      it(`redirects ${path} to the page's canonical URL`, async () => {
        const response = await api.send(path, { redirect: "manual" });
        expect(response.status).to.equal(308);
        expect(response.headers.get("location")).to.equal(location);
      });
    }

    it("lets other sites embed images, but no script", async () => {
      const readPolicy = async (path: string) =>
        (await api.get(path)).headers.get("cross-origin-resource-policy");
      expect(await readPolicy("/favicon.svg")).to.equal("cross-origin");
      expect(await readPolicy("/assets/app-1a2b.js")).to.equal("same-origin");
    });

    it("[D5] caches hashed files permanently and all remaining files for seconds", async () => {
      const hashed = await api.get("/assets/app-1a2b.js");
      expect(hashed.headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
      expect(hashed.headers.get("content-type")).to.match(/^text\/javascript/);
      const icon = await api.get("/favicon.svg");
      expect(icon.headers.get("cache-control")).to.equal(shared);
      expect((await api.revalidate("/favicon.svg", icon.headers.get("etag"))).status).to.equal(304);
      const old = await api.get("/favicon.ico");
      expect(old.headers.get("content-type")).to.equal("image/svg+xml");
      expect(await old.text()).to.equal("<svg/>");
    });

    for (const [accepted, coding] of [
      ["gzip, deflate, br, zstd", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      it(`sends the build's compressed script to clients that accept ${accepted}`, async () => {
        const response = await api.get("/assets/app-1a2b.js", { "accept-encoding": accepted });
        expect(response.headers.get("content-encoding")).to.equal(coding);
        expect(response.headers.get("content-type")).to.match(/^text\/javascript/);
        expect(response.headers.get("vary")).to.match(/accept-encoding/i);
        expect(await response.text()).to.equal(script);
      });
    }

    for (const { name, path, accept } of [
      { name: "an unknown path for a client that asks for no HTML", path: "/nope", accept: "*/*" },
      { name: "a file of another build", path: "/assets/app-0000.js", accept: "*/*" },
      { name: "a folder", path: "/assets", accept: "text/html" },
      { name: "an image that is not there", path: "/apple-touch-icon.png", accept: "image/*" },
    ]) {
      it(`returns 404 for ${name}, not the page`, async () => {
        expect(await problemCodeOf(await api.get(path, { accept }))).to.equal(
          "404 route.not_found",
        );
      });
    }

    it("configures the page with its chain, contract, genesis block and maximum body", async () => {
      const config = configIn(await (await api.get("/")).text());
      const genesis = await chain.ethers.provider.getBlock(0);
      expect(config).to.deep.equal({
        chain: {
          id: 31_337,
          name: "Hardhat",
          nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
          rpcUrls: { default: { http: ["https://rpc.example/v1"] } },
        },
        contract: api.settings.contract,
        genesisHash: genesis?.hash,
        maxBodyBytes: api.settings.maxBodyBytes,
        contentLicense: "CC BY 4.0",
        sourceUrl: "https://source.example",
        epubUrl: "https://source.example/stories.epub",
      });
    });

    it("allows only the page's own scripts and styles, and connections to the chain", async () => {
      const { headers } = await api.get("/");
      expect(headers.has("strict-transport-security")).to.equal(false);
      expect(headers.get("content-security-policy")).to.equal(policyWith());
    });
  });

  describe("with a WalletConnect project ID", () => {
    const walletConnect = {
      projectId: "</script><script>alert(1)",
      relayUrl: "wss://relay.example/path?key=value",
      directoryUrl: "http://directory.example",
      identityUrl: "https://identity.example",
    };

    it("allows exactly the relay's hosts and its origin verification frame", async () => {
      await using api = await serve({ walletConnect, publicRpcUrl: "https://rpc.example" });
      expect((await api.get("/")).headers.get("content-security-policy")).to.equal(
        policyWith({
          images: " http://directory.example",
          calls: " wss://relay.example http://directory.example https://identity.example",
          frames: "https://verify.walletconnect.org",
        }),
      );
    });
  });

  for (const { name, fault } of [
    { name: "drops the connection", fault: faults.dropsTheConnection() },
    { name: "is another one", fault: faults.answers("0x1", "eth_chainId") },
  ]) {
    it(`sends a zero genesis hash while the chain ${name}, and the real hash afterwards`, async () => {
      await using rpc = await startFaultyRpc(chain.url);
      rpc.behave(fault);
      await using api = await serve({ rpcUrls: [rpc.url] });
      const genesisHash = async () => configIn(await (await api.get("/")).text()).genesisHash;
      expect(await genesisHash()).to.equal(`0x${"0".repeat(64)}`);
      rpc.behave();
      expect(await genesisHash()).not.to.equal(`0x${"0".repeat(64)}`);
    });
  }

  it("serves a new build without a restart", async () => {
    const folder = await temporaryFolder();
    await using api = await serve({ webDir: folder, responseLifeMilliseconds: 0 });
    for (const script of ["app-1a2b.js", "app-next.js"]) {
      await writeFile(join(folder, "index.html"), page.replace("app-1a2b.js", script));
      expect(await (await api.get("/mint", { accept: "text/html" })).text()).to.contain(script);
    }
  });

  it("reports how to build the web app if there is no build, and serves the API", async () => {
    await using api = await serve({ webDir: join(webDir, "nowhere") });
    const response = await api.get("/", { accept: "text/html" });
    expect(response.status).to.equal(503);
    expect(await response.text()).to.equal(
      "The web app has not been built yet: run `npm run build`.\n",
    );
    expect((await api.get("/api/narrative")).status).to.equal(200);
  });
});

function configIn(html: string): RuntimeConfig {
  const [, json = ""] =
    /<script type="application\/json" id="runtime-config">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
}
