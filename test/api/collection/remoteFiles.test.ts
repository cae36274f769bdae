import { expect } from "chai";
import { createRemoteFiles } from "../../../api/src/collection/remoteFiles.ts";
import { codeOf } from "../../support/api/narrativeDraft.ts";
import { withFetch } from "../../support/stubFetch.ts";

describe("createRemoteFiles", () => {
  const gateway = "https://gateway.example/ipfs/";
  const arweave = "https://arweave.example/";
  const transaction = "v_1".padEnd(43, "x");
  const site = "https://site.example/drifters/metadata/";
  for (const [address, uri, url] of [
    [`${gateway}Qm7/`, "7.json", `${gateway}Qm7/7.json`],
    [`${gateway}Qm7/`, "ipfs://bafy1/a b.png", `${gateway}bafy1/a%20b.png`],
    [`${gateway}Qm7/`, "ipfs://ipfs/bafy1/a.png", `${gateway}bafy1/a.png`],
    [`${gateway}Qm7/`, "ipfs://bafy1/../../admin", undefined],
    [`${gateway}Qm7/`, "ipfs://bafy1/%2e%2e/%2e%2e/admin", undefined],
    [`${gateway}Qm7/`, "https://gateway.example/admin", undefined],
    [`${gateway}Qm7/`, "https://files.example/a.png", undefined],
    [`${gateway}Qm7/`, "https://other.example/ipfs/bafy1/a.png", `${gateway}bafy1/a.png`],
    [`${gateway}Qm7/`, "https://other.example/ipfs/bafy1/../../admin", undefined],
    [`${gateway}Qm7/`, `ar://${transaction}/a.png`, undefined],
    [`${arweave}${transaction}/`, `ar://${transaction}/a.png`, `${arweave}${transaction}/a.png`],
    [`${arweave}${transaction}/`, `https://arweave.net/${transaction}`, arweave + transaction],
    [`${arweave}${transaction}/`, "https://arweave.net/admin", undefined],
    [site, "../images/full/7.jpg", "https://site.example/drifters/images/full/7.jpg"],
    [site, "https://site.example/7.png", "https://site.example/7.png"],
    [site, "//files.example/7.png", undefined],
    [site, "ipfs://bafy1/a.png", undefined],
    [site, "data:image/png,x", "data:image/png,x"],
    [site, `ar://${transaction}/a.png`, undefined],
  ] as const) {
    it(`${url === undefined ? "excludes" : "includes"} ${uri} at ${address}`, () => {
      expect(createRemoteFiles(address, 1_000).locate(uri)).to.equal(url);
    });
  }

  it("rejects a look-alike host, a different protocol and a different port", async () => {
    for (const place of ["https://another-gateway", "http://gateway", "https://gateway"]) {
      const requested: string[] = [];
      const port = place === "https://gateway" ? ":8443" : "";
      const redirect: typeof fetch = async (url) => {
        requested.push(String(url));
        return Response.redirect(`${place}.example${port}/7.json`);
      };
      const { read } = createRemoteFiles(gateway, 3_600_000);
      const reading = withFetch(redirect, () => read(`${gateway}7.json`, { maxBytes: 1 }));
      expect(await codeOf(reading)).to.equal("collection.unavailable");
      expect(requested).to.deep.equal([`${gateway}7.json`]);
    }
  });
});
