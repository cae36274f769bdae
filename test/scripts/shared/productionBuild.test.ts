import { mkdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { type BuildPaths, buildIfStale } from "../../../scripts/shared/buildIfStale.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

describe("test production build", () => {
  let root: string;
  let builds: number;

  beforeEach(async () => {
    root = await temporaryFolder();
    builds = 0;
    await mkdir(join(root, "web/src"), { recursive: true });
    await write("web/src/main.ts", "first");
    await write("lock.json", "{}");
    await build();
  });

  const write = (path: string, text: string) => writeFile(join(root, path), text);

  function build(): Promise<void> {
    const places: BuildPaths = {
      root,
      inputs: ["web", "lock.json", "missing.json"],
      outputs: ["dist/web", "dist/renderer"],
      excludedOutputs: ["dist/web/other"],
      stamp: "cache/stamp.txt",
    };
    return buildIfStale(places, async () => {
      builds += 1;
      await mkdir(join(root, "dist/web"), { recursive: true });
      await mkdir(join(root, "dist/renderer"), { recursive: true });
      await write("dist/web/index.html", `build ${builds}`);
      await write("dist/renderer/render.js", `build ${builds}`);
    });
  }

  it("is reused while nothing changes, even during a build in a different folder", async () => {
    await build();
    await mkdir(join(root, "dist/web/other"));
    await write("dist/web/other/index.html", "another");
    await build();
    expect(builds).to.equal(1);
  });

  const changes: Record<string, () => Promise<unknown>> = {
    "a source is replaced by an older file": async () => {
      await write("web/src/main.ts", "other");
      await utimes(join(root, "web/src/main.ts"), 0, 0);
    },
    "a source is added": () => write("web/src/more.ts", ""),
    "a source is renamed": () =>
      rename(join(root, "web/src/main.ts"), join(root, "web/src/index.ts")),
    "a missing file is added": () => write("missing.json", ""),
    "a part of the build is removed": () => rm(join(root, "dist/renderer"), { recursive: true }),
    "another process has built": () => write("dist/web/index.html", "another"),
    "another Node runs": async () => {
      Object.defineProperty(process, "version", { ...version, value: "v1.0.0" });
    },
  };
  const version = Object.getOwnPropertyDescriptor(process, "version") ?? {};
  afterEach(() => Object.defineProperty(process, "version", version));
  it("is rebuilt after each change to its sources or its build script", async () => {
    let expected = builds;
    for (const [change, make] of Object.entries(changes)) {
      await make();
      await build();
      expected += 1;
      expect(builds, change).to.equal(expected);
    }
  });
});
