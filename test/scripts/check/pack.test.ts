import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { inSoak } from "../../support/search.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);

inSoak.describe(".ci/pack", () => {
  let folder: string;
  before(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, "dist/web"), { recursive: true });
    for (const file of [".ci/pack", "package.json", "package-lock.json"]) {
      await cp(join(root, file), join(folder, file));
    }
    await writeFile(join(folder, "dist/server.js"), "// The service.");
  });

  const pack = (version: string) => run(join(folder, ".ci/pack"), [version]);
  const rejection = async (version: string) => {
    const error = await pack(version).then(
      () => undefined,
      (error) => error,
    );
    return [error?.code, error?.stderr];
  };

  it("rejects a build without notices, and a version that differs from package.json", async () => {
    expect(await rejection("0.1.0")).to.deep.equal([
      1,
      "dist/third-party-notices.txt is missing: run npm run build.\n",
    ]);
    expect(await rejection("0.2.0")).to.deep.equal([
      1,
      "package.json has version 0.1.0, not 0.2.0: change it, or tag v0.1.0.\n",
    ]);
  });

  it("packs the build, its notices, an SBOM of all packages, and their hashes", async () => {
    await writeFile(join(folder, "dist/web/third-party-notices.txt"), "React");
    await writeFile(join(folder, "dist/third-party-notices.txt"), "Express");
    await pack("0.1.0");
    const { name } = JSON.parse(await readFile("package.json", "utf8"));
    const release = join(folder, "release");
    const build = `${name}-0.1.0-${process.platform}-${process.arch}.tar.gz`;
    const sbom = `${name}-0.1.0.cdx.json`;
    const notices = ["third-party-notices-page.txt", "third-party-notices-service.txt"];
    const hashed = [build, sbom, ...notices];
    expect((await readdir(release)).sort()).to.deep.equal(["SHA256SUMS", ...hashed]);
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: release });
    const { stdout } = await run("tar", ["--list", "--file", join(release, build)]);
    expect(stdout.split("\n")).to.include(`${name}-0.1.0/web/third-party-notices.txt`);
    const { bomFormat, components } = JSON.parse(await readFile(join(release, sbom), "utf8"));
    expect(bomFormat).to.equal("CycloneDX");
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).to.include.members(["react", "express", "viem"]);
  });
});
