import { appendFile, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { fingerprint } from "../../../api/production/fingerprint.ts";
import { serviceSources } from "../../../api/production/productionBuilds.ts";
import { runScript } from "../../support/commands/runScript.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const project = join(import.meta.dirname, "../../..");

/** A project in which the build and the sources each print their name and arguments. */
async function createProject(): Promise<string> {
  const root = await temporaryFolder();
  for (const folder of ["dist", "api/src"]) await mkdir(join(root, folder), { recursive: true });
  for (const path of ["scripts/commands/serve.ts", "scripts/shared", "api/production"]) {
    await cp(join(project, path), join(root, path), { recursive: true });
  }
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  const say = (name: string) => `console.log("${name}", process.argv.slice(2).join());\n`;
  await writeFile(join(root, "dist/server.js"), say("build"));
  await writeFile(join(root, "api/src/main.ts"), say("sources"));
  return root;
}

describe("npm run serve", () => {
  let root: string;
  before(async () => {
    root = await createProject();
  });

  const serve = () =>
    runScript(join(root, "scripts/commands/serve.ts"), ["--help"], {
      cwd: tmpdir(),
      environment: {},
    });
  const ran = (name: string) => ({ status: 0, stdout: `${name} --help\n`, stderr: "" });

  it("runs the build if it matches the sources", async () => {
    await writeFile(join(root, "dist/sources.sha256"), await fingerprint(root, serviceSources));
    expect(await serve()).to.deep.equal(ran("build"));
  });

  it("runs the sources if any changed since the build", async () => {
    await appendFile(join(root, "api/src/main.ts"), "\n");
    expect(await serve()).to.deep.equal(ran("sources"));
  });

  it("runs the sources if there is no build", async () => {
    await rm(join(root, "dist"), { recursive: true });
    expect(await serve()).to.deep.equal(ran("sources"));
  });
});
