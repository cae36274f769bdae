import { readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type Logger, pino } from "pino";
import sharp from "sharp";
import { apiPaths } from "#protocol/paths";
import { createBaseUri } from "../../api/src/collection/baseUri.ts";
import { openFileCache } from "../../api/src/collection/fileCache.ts";
import { createGateway } from "../../api/src/collection/gateway.ts";
import { parseIpfsUri } from "../../api/src/collection/ipfsUri.ts";
import { printPicture } from "../../api/src/collection/prints.ts";
import { createRemoteCollection } from "../../api/src/collection/remoteCollection.ts";
import { filesAt, filesOnIpfs } from "../../api/src/collection/remoteFiles.ts";
import { SharedTasks } from "../../api/src/collection/sharedTasks.ts";
import { createTurns } from "../../api/src/collection/turns.ts";
import { ApiError } from "../../api/src/problem.ts";
import { temporaryFolder } from "./apiFixture.ts";
import { startFakeGateway } from "./fakeGateway.ts";

const v0 = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
const v1 = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const files = filesOnIpfs("https://gateway.example/ipfs/");
const silent = pino({ level: "silent" });

describe("parseIpfsUri", () => {
  for (const [uri, path] of [
    [`ipfs://${v0}/7.json`, `${v0}/7.json`],
    [`ipfs://${v1}`, v1],
    [`IPFS://${v1}//a/7.png`, `${v1}/a/7.png`],
    [`ipfs://ipfs/${v0}/7`, `${v0}/7`],
    [`ipfs://${v1}/a b%20ü.png?name=x#y`, `${v1}/a%20b%20%C3%BC.png`],
    [`ipfs://${v1}/a%2F..%2Fb`, undefined],
    [`ipfs://${v1}/../x`, undefined],
    [`ipfs://${v1}/%2e%2E/x`, undefined],
    [`ipfs://${v1}/a%5C..%5Cb`, undefined],
    [`ipfs://${v1}/100%`, undefined],
    [`ipfs://${v1}/${"x".repeat(2_000)}`, undefined],
    ["ipfs://localhost/7.json", undefined],
    [`ipfs://${v1}@host/7`, undefined],
    [`ipns://${v1}/7`, undefined],
    [`https://gateway.example/ipfs/${v1}/7`, undefined],
    ["", undefined],
  ] as const) {
    it(`${path === undefined ? "refuses" : "accepts"} ${uri.slice(0, 90)}`, () => {
      expect(parseIpfsUri(uri)).to.equal(path);
    });
  }
});

describe("filesAt", () => {
  for (const [uri, path] of [
    ["https://drifters.example/metadata/7.json?size=1#x", "metadata/7.json?size=1"],
    ["/metadata/7.json", "metadata/7.json"],
    ["https://other.example/7.json", undefined],
    ["http://drifters.example/7.json", undefined],
    ["//other.example/7.json", undefined],
    [`ipfs://${v1}/7.json`, undefined],
  ] as const) {
    it(`${path === undefined ? "refuses" : "accepts"} ${uri.slice(0, 60)}`, () => {
      expect(filesAt("https://drifters.example").pathOf(uri)).to.equal(path);
    });
  }
});

describe("SharedTasks", () => {
  it("runs a task once for all who ask while it runs, and again afterwards", async () => {
    const tasks = new SharedTasks(60_000);
    let runs = 0;
    const ask = () =>
      tasks.run("a", async () => {
        runs += 1;
        return runs;
      });
    expect(await Promise.all([ask(), ask(), tasks.run("b", async () => 0)])).to.deep.equal([
      1, 1, 0,
    ]);
    expect(await ask()).to.equal(2);
  });

  it("throws a failed task's error again until the pause is over", async () => {
    for (const [pause, expected] of [
      [60_000, 1],
      [0, 2],
    ] as const) {
      const tasks = new SharedTasks(pause);
      let runs = 0;
      const ask = () =>
        tasks.run("a", async () => {
          runs += 1;
          throw new Error(String(runs));
        });
      await ask().catch(() => undefined);
      expect(await ask().catch(({ message }) => Number(message))).to.equal(expected);
    }
  });
});

describe("createTurns", () => {
  it("runs as many tasks at once as it may, and the others in order", async () => {
    const inTurn = createTurns(2);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map((task) =>
      inTurn(() => {
        begun.push(task);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(begun).to.deep.equal([0, 1]);
    ends[1]?.();
    await tasks[1];
    await Promise.resolve();
    expect(begun).to.deep.equal([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await Promise.all([tasks[0], tasks[2]]);
    ends[3]?.();
    await tasks[3];
    expect(begun).to.deep.equal([0, 1, 2, 3]);
  });
});

describe("openFileCache", () => {
  const open = (folder: string, mostBytes = 1_000, logger: Logger = silent) =>
    openFileCache({ folder, mostBytes, logger });

  it("removes the files unused longest when the folder is too large, and temporary ones", async () => {
    const folder = join(await temporaryFolder(), "a", "cache");
    const cache = open(folder);
    for (const key of ["1", "2", "3"]) cache.set(key, Buffer.alloc(268));
    await cache.settled();
    const age = async (name: string, seconds: number) =>
      utimes(join(folder, name), 0, Date.now() / 1_000 - seconds);
    for (const name of await readdir(folder)) await age(name, 3_600);
    for (const [name, seconds] of [
      ["left.tmp", 90],
      ["open.tmp", 30],
    ] as const) {
      await writeFile(join(folder, name), "");
      await age(name, seconds);
    }
    // Marks it as used.
    expect(await open(folder).get("1")).to.have.length(268);
    cache.set("4", Buffer.alloc(268));
    await cache.settled();
    const names = (await readdir(folder)).filter((name) => name !== "open.tmp");
    expect(names).to.have.length(2).and.not.include("left.tmp");
    const sizes = names.map(async (name) => (await stat(join(folder, name))).size);
    expect(await Promise.all(sizes)).to.deep.equal([300, 300]);
    const later = open(folder);
    const kept = ["1", "2", "3", "4"].map(async (key) => (await later.get(key)) !== undefined);
    expect(await Promise.all(kept)).to.deep.equal([true, false, false, true]);
  });

  it("keeps all files of a folder that is just full, also when it is opened again", async () => {
    const folder = await temporaryFolder();
    for (const keys of [["1", "2", "3", "4"], ["4"]]) {
      const cache = open(folder, 1_200);
      for (const key of keys) cache.set(key, Buffer.alloc(268));
      await cache.settled();
    }
    expect(await readdir(folder)).to.have.length(4);
  });

  it("does not return a damaged file", async () => {
    const folder = await temporaryFolder();
    const cache = open(folder);
    cache.set("1", Buffer.from("content"));
    await cache.settled();
    const [name = ""] = await readdir(folder);
    const bytes = await readFile(join(folder, name));
    bytes[bytes.length - 1] = 0;
    await writeFile(join(folder, name), bytes);
    expect(await open(folder).get("1")).to.equal(undefined);
  });

  it("keeps contents in memory, and says so once, when the folder cannot be used", async () => {
    const file = join(await temporaryFolder(), "file");
    await writeFile(file, "");
    const logged: string[] = [];
    const logger = pino({}, { write: (line) => logged.push(JSON.parse(line).msg) });
    const cache = open(file, 1_000, logger);
    for (const key of ["1", "2"]) cache.set(key, Buffer.from(key));
    await cache.settled();
    expect(String(await cache.get("1"))).to.equal("1");
    expect(logged).to.deep.equal(["files from IPFS are not kept on disk"]);
  });
});

describe("printPicture", () => {
  const create = { width: 2, height: 2, channels: 3, background: "#123456" } as const;
  for (const format of ["jpeg", "png", "webp", "gif", "avif"] as const) {
    it(`converts a ${format}`, async () => {
      const original = await sharp({ create }).toFormat(format).toBuffer();
      const print = await printPicture(original, apiPaths.portrait160);
      expect((await sharp(print).metadata()).format).to.equal("webp");
    });
  }

  it("puts transparent pictures on white in JPEGs", async () => {
    const clear = { ...create, channels: 4, background: "#00000000" } as const;
    const original = await sharp({ create: clear }).png().toBuffer();
    const print = await printPicture(original, apiPaths.fullPortrait);
    const { data } = await sharp(print).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).to.deep.equal([255, 255, 255]);
  });
});

describe("createBaseUri", () => {
  it("is known from the last start while the chain cannot be reached", async () => {
    const folder = await temporaryFolder();
    const create = (readTokenURI: () => Promise<string>) => {
      const cache = openFileCache({ folder, mostBytes: 1_000, logger: silent });
      const options = { chain: { readTokenURI }, files, cache, collection: "1 0x", logger: silent };
      return { cache, baseUri: createBaseUri({ ...options, lifeMilliseconds: 60_000 }) };
    };
    const down = () => Promise.reject(new ApiError("chain.unavailable"));
    const fault = await create(down)
      .baseUri.metadataOf("7")
      .catch(({ code }) => code);
    expect(fault).to.equal("chain.unavailable");
    const first = create(async () => `ipfs://${v1}/7.json`);
    expect(await first.baseUri.metadataOf("7")).to.equal(`${v1}/7.json`);
    await first.cache.settled();
    expect(await create(down).baseUri.metadataOf("8")).to.equal(`${v1}/8.json`);
  });
});

describe("createGateway", () => {
  it("ends a read that takes too long, and one that is open when it is closed", async () => {
    await using slow = await startFakeGateway();
    slow.put("a", (response) => response.write("{"));
    const reasonOf = (read: Promise<unknown>) => read.catch(({ cause }) => cause.message);
    const options = { url: slow.url, timeoutMilliseconds: 20 };
    const hasty = createGateway(options).read("a", { mostBytes: 9 });
    expect(await reasonOf(hasty)).to.equal("no answer in 20 ms");
    const patient = createGateway({ ...options, timeoutMilliseconds: 60_000 });
    const closed = reasonOf(patient.read("a", { mostBytes: 9 }));
    patient.close();
    expect(await closed).to.equal("This operation was aborted");
  });

  describe("given a redirect", () => {
    const realFetch = globalThis.fetch;
    afterEach(() => {
      globalThis.fetch = realFetch;
    });

    const read = (location: string) => {
      globalThis.fetch = async (target) => {
        if (String(target) === location) return new Response("{}");
        return new Response(null, { status: 307, headers: { location } });
      };
      const gateway = createGateway({
        url: "https://a.example/ipfs/",
        timeoutMilliseconds: 60_000,
      });
      return gateway.read("x", { mostBytes: 2 }).then(String, ({ cause }) => cause.message);
    };

    for (const [location, isFollowed] of [
      ["https://a.example/other/x", true],
      [`https://${v1}.ipfs.a.example/x`, true],
      ["https://nota.example/x", false],
      ["https://example/x", false],
      ["http://a.example/x", false],
      ["https://a.example:8443/x", false],
    ] as const) {
      it(`${isFollowed ? "follows" : "refuses"} ${location}`, async () => {
        expect(await read(location)).to.equal(isFollowed ? "{}" : "the gateway redirects away");
      });
    }
  });
});

describe("createRemoteCollection", () => {
  it("reads nothing of drifters that are not minted", async () => {
    const read: string[] = [];
    const collection = createRemoteCollection({
      files,
      baseUri: { metadataOf: async () => v1, last: () => `ipfs://${v1}/` },
      gateway: {
        async read(path) {
          read.push(path);
          return Buffer.from('{"name":"Mara"}');
        },
        close: () => undefined,
      },
      cache: { get: async () => undefined, set: () => undefined, settled: async () => undefined },
      minted: { isMinted: async (drifterId) => drifterId === "1" },
      pauseMilliseconds: 0,
      logger: silent,
    });
    expect(await collection.readMetadata("2")).to.equal(undefined);
    expect(read).to.deep.equal([]);
    expect(await collection.readMetadata("1")).to.include({ name: "Mara" });
  });

  it("logs the first of several failures, and the next one after a success", async () => {
    const logged: unknown[] = [];
    const write = (line: string) => {
      const { msg, path, reason } = JSON.parse(line);
      logged.push([msg, path, reason]);
    };
    let answer: () => Promise<Buffer>;
    const collection = createRemoteCollection({
      files,
      baseUri: { metadataOf: async (id) => `${v1}/${id}.json`, last: () => `ipfs://${v1}/` },
      gateway: { read: () => answer(), close: () => undefined },
      cache: { get: async () => undefined, set: () => undefined, settled: async () => undefined },
      minted: { isMinted: async () => true },
      pauseMilliseconds: 0,
      logger: pino({ level: "warn" }, { write }),
    });
    const down = () =>
      Promise.reject(new ApiError("collection.unavailable", { cause: new Error("no answer") }));
    const read = async (id: string, result: typeof answer) => {
      answer = result;
      await collection.readMetadata(id).catch(() => undefined);
    };
    await read("1", down);
    await read("2", down);
    await read("3", () => Promise.reject(new ApiError("drifter.not_found")));
    expect(logged).to.have.length(1);
    await read("4", async () => Buffer.from("{}"));
    await read("5", () => Promise.reject(new ApiError("drifter.not_found")));
    await read("6", down);
    expect(logged).to.deep.equal(
      ["1", "6"].map((id) => [
        "a file cannot be read through IPFS_GATEWAY",
        `${v1}/${id}.json`,
        "no answer",
      ]),
    );
  });
});
