import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { runScript } from "../support/runScript.ts";

const script = join(import.meta.dirname, "../../scripts/serve.ts");

/** A project whose two services print their names and their arguments; the sources are from second 1,000. */
async function createProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "fringe-drifters-serve-"));
  for (const folder of ["scripts", "dist", "api/src", "api/protocol", "typechain-types"]) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await cp(script, join(root, "scripts/serve.ts"));
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  await writeFile(join(root, "package-lock.json"), "{}");
  const say = (name: string) => `console.log("${name}", process.argv.slice(2).join());`;
  await writeFile(join(root, "dist/server.js"), say("build"));
  await writeFile(join(root, "api/src/main.ts"), say("sources"));
  for (const path of ["api/src", "api/protocol", "typechain-types", "package-lock.json"]) {
    await utimes(join(root, path), 1_000, 1_000);
  }
  await utimes(join(root, "api/src/main.ts"), 1_000, 1_000);
  return root;
}

describe("npm run serve", () => {
  let root: string;
  before(async () => {
    root = await createProject();
  });
  after(() => rm(root, { recursive: true }));

  const serve = () =>
    runScript(join(root, "scripts/serve.ts"), ["--help"], { cwd: tmpdir(), environment: {} });
  const builtAt = (second: number) => utimes(join(root, "dist/server.js"), second, second);

  it("runs the build if it is newer than the sources", async () => {
    await builtAt(1_001);
    expect(await serve()).to.deep.equal({ status: 0, stdout: "build --help\n", stderr: "" });
  });

  it("runs the sources, and says so, if one of them is newer than the build", async () => {
    await builtAt(999);
    expect(await serve()).to.deep.equal({
      status: 0,
      stdout: "sources --help\n",
      stderr: "dist/ is older than the sources, which run instead. `npm run build` updates it.\n",
    });
  });

  it("runs the sources if there is no build", async () => {
    await rm(join(root, "dist"), { recursive: true });
    expect(await serve()).to.deep.equal({ status: 0, stdout: "sources --help\n", stderr: "" });
  });
});
