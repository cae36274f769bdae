import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { zeroHash } from "viem";
import { readSettings } from "../../api/src/env.ts";
import { jpegSize } from "../../api/src/page/jpegSize.ts";
import { sitePreview } from "../../api/src/page/sitePreview.ts";
import { describeChain, runtimeConfig } from "../../api/src/runtimeConfig.ts";

describe("jpegSize", () => {
  const start = [0xff, 0xd8];
  /** A segment of a JPEG; its length includes its own two bytes. */
  const segment = (kind: number, ...content: number[]) => [
    0xff,
    kind,
    0,
    content.length + 2,
    ...content,
  ];
  const frame = (kind: number) => segment(kind, 8, 1, 2, 3, 4);
  const size = { height: 258, width: 772 };

  for (const kind of [0xc0, 0xc1, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf]) {
    it(`reads the size from a frame with marker 0x${kind.toString(16)}`, () => {
      expect(jpegSize(Buffer.from([...start, ...frame(kind)]))).to.deep.equal(size);
      const bytes = [...start, ...segment(0xe1, 1, 2, 3, 4, 5), ...frame(kind)];
      expect(jpegSize(Buffer.from(bytes))).to.deep.equal(size);
    });
  }

  for (const kind of [0xbf, 0xc4, 0xc8, 0xcc, 0xd0]) {
    it(`skips a segment with marker 0x${kind.toString(16)}`, () => {
      expect(jpegSize(Buffer.from([...start, ...frame(kind), ...frame(0xc0)]))).to.deep.equal(size);
      expect(jpegSize(Buffer.from([...start, ...frame(kind)]))).to.equal(undefined);
    });
  }

  it("is what the head of a page says of the site's preview image", async () => {
    const { path, size } = sitePreview.picture;
    const file = new URL(`../../web/public${path}`, import.meta.url);
    expect(jpegSize(await readFile(file))).to.deep.equal(size);
  });

  for (const [what, bytes] of [
    ["nothing", []],
    ["three bytes", [0xff, 0xd8, 0xff]],
    ["another start", [0xff, 0xd9, ...frame(0xc0)]],
    ["a frame that is cut short", [...start, ...frame(0xc0).slice(0, -1)]],
    ["no segment", [...start, 0xfe, ...frame(0xc0).slice(1)]],
  ] as const) {
    it(`finds no size in ${what}`, () => {
      expect(jpegSize(Buffer.from(bytes))).to.equal(undefined);
    });
  }
});

describe("describeChain", () => {
  it("has the name, currency and explorer of a known chain", async () => {
    expect(await describeChain(1)).to.deep.equal({
      name: "Ethereum",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      blockExplorers: { default: { name: "Etherscan", url: "https://etherscan.io" } },
    });
    expect(await describeChain(31_337)).to.deep.equal({
      name: "Hardhat",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    });
  });

  it("has Ether as the currency of an unknown chain", async () => {
    expect(await describeChain(987_654_321_987)).to.deep.equal({
      name: "Chain 987654321987",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    });
  });
});

describe("runtimeConfig", () => {
  const chain = { readGenesisHash: async () => "0x01" as const };

  it("has the settings that pages need, and neither feeds nor WalletConnect unless they are set up", async () => {
    const settings = readSettings({});
    const { maxBodyBytes, contractAddress, publicRpcUrl } = settings;
    const config = await runtimeConfig(settings, chain);
    expect(config).to.deep.equal({
      chain: {
        id: 31_337,
        ...(await describeChain(31_337)),
        rpcUrls: { default: { http: [publicRpcUrl] } },
      },
      contractAddress,
      genesisHash: "0x01",
      maxBodyBytes,
    });
    const options = {
      publicUrl: "https://drifters.example",
      contentLicence: "CC0",
      sourceUrl: "https://source.example",
      walletConnect: { projectId: "1", relayUrl: "r", directoryUrl: "d", identityUrl: "i" },
    };
    const { publicUrl: _, ...others } = options;
    expect(await runtimeConfig({ ...settings, ...options }, chain)).to.deep.equal({
      ...config,
      ...others,
      hasFeeds: true,
    });
  });

  it("has the zero hash while the chain cannot be read", async () => {
    const failing = { readGenesisHash: () => Promise.reject(new Error("chain.unavailable")) };
    expect((await runtimeConfig(readSettings({}), failing)).genesisHash).to.equal(zeroHash);
  });
});
