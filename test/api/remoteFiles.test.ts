import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { openFileCache } from "../../api/src/collection/fileCache.ts";
import { createRemoteFiles } from "../../api/src/collection/remoteFiles.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { codeOf } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });

describe("the files of a collection at an address", () => {
  const gateway = "https://gateway.example/ipfs/";
  const site = "https://drifters.example/drifters/metadata/";
  for (const [address, uri, url] of [
    [`${gateway}Qm7/`, "7.json", `${gateway}Qm7/7.json`],
    [`${gateway}Qm7/`, "ipfs://bafy1/a b.png", `${gateway}bafy1/a%20b.png`],
    [`${gateway}Qm7/`, "ipfs://ipfs/bafy1/a.png", `${gateway}bafy1/a.png`],
    [`${gateway}Qm7/`, "ipfs://bafy1/../../admin", undefined],
    [`${gateway}Qm7/`, "ipfs://bafy1/%2e%2e/%2e%2e/admin", undefined],
    [`${gateway}Qm7/`, "https://gateway.example/admin", undefined],
    [`${gateway}Qm7/`, "https://files.example/a.png", undefined],
    [site, "../images/full/7.jpg", "https://drifters.example/drifters/images/full/7.jpg"],
    [site, "https://drifters.example/7.png", "https://drifters.example/7.png"],
    [site, "//files.example/7.png", undefined],
    [site, "ipfs://bafy1/a.png", undefined],
    [site, "data:image/png,x", undefined],
  ] as const) {
    it(`${url === undefined ? "do not include" : "include"} ${uri} at ${address}`, () => {
      expect(createRemoteFiles(address, 1_000).locate(uri)).to.equal(url);
    });
  }

  it("end an open read when they are closed", async () => {
    const hanging = createRemoteFiles("http://127.0.0.1:1/", 60_000);
    const reading = codeOf(hanging.read("http://127.0.0.1:1/7.json", { maxBytes: 1 }));
    hanging.close();
    expect(await reading).to.equal("collection.unavailable");
  });
});

describe("the cache of a collection's files", () => {
  it("keeps contents, and removes the oldest ones when it is full", async () => {
    const folder = join(await temporaryFolder(), "cache");
    const cache = openFileCache({ folder, maxBytes: 1_000, logger: silent });
    for (let number = 0; number < 10; number += 1) {
      await cache.set(`file ${number}`, Buffer.alloc(200, number));
      expect(await cache.get(`file ${number}`)).to.deep.equal(Buffer.alloc(200, number));
    }
    expect(await cache.get("file 0")).to.equal(undefined);
    expect(await cache.get("file 9")).to.have.length(200);
  });

  it("is empty, without a failure, when its folder cannot be made", async () => {
    const home = await temporaryFolder();
    await mkdir(home, { recursive: true });
    await writeFile(join(home, "file"), "");
    const cache = openFileCache({ folder: join(home, "file"), maxBytes: 1_000, logger: silent });
    await cache.set("a", Buffer.from("A"));
    expect(await cache.get("a")).to.equal(undefined);
  });
});
