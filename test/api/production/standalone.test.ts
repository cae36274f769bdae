import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { tokenTitle } from "#protocol/values/noun";
import { productName } from "#protocol/wire/pages";
import { drawCard } from "../../../api/src/cards/drawCard.ts";
import { startFakeNode } from "../../../scripts/lab/service/fakeNode.ts";
import { account, signedSave } from "../../support/api/apiFixture.ts";
import { copyBuild, isHeard, start, statusOf } from "./standalone.ts";

const owner = account(2);

describe("standalone dist/", () => {
  let folder: string;
  let chain: Awaited<ReturnType<typeof startFakeNode>>;
  let service: ReturnType<typeof start>;
  let url: string;

  before(async () => {
    // The build may have to run first.
    folder = await copyBuild();
    chain = await startFakeNode(() => owner.address);
    const settings = { HOST: "127.0.0.1", PORT: "0", RPC_URL: chain.url, REVEAL: "all" };
    const folders = { DATA_DIR: join(folder, "stories"), COLLECTION_DIR: join(folder, "drifters") };
    service = start(["node", "--enable-source-maps", "server.js"], folder, {
      ...settings,
      ...folders,
    });
    const said = await isHeard(service, "is served at");
    url = /http:\S+/.exec(said)?.[0] ?? "";
  });
  after("it exits with status 0 on SIGTERM", async () => {
    const ended = once(service, "exit");
    service.kill("SIGTERM");
    expect(await ended).to.deep.equal([0, null]);
  });

  const save = async (drifterId: string, narrative: string) =>
    fetch(`${url}/api/narrative/${drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(await signedSave(owner, drifterId, narrative)),
    });

  it("renders a saved story on its page, and serves the page's files", async () => {
    expect((await save("7", "Dust *everywhere*.")).status).to.equal(200);
    const page = await (
      await fetch(`${url}/drifter/7`, { headers: { accept: "text/html" } })
    ).text();
    expect(page).to.contain('<p dir="auto">Dust <em>everywhere</em>.</p>');
    const [, script = ""] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
    const code = await fetch(url + script);
    expect([code.status, code.headers.get("content-type")]).to.deep.equal([
      200,
      "text/javascript; charset=UTF-8",
    ]);
  });

  it("searches stories by text", async () => {
    await save("8", "A lantern in the salt.");
    const found = await (await fetch(`${url}/api/narrative?query=lantern`)).json();
    expect(found.stories.map(({ drifterId }: { drifterId: string }) => drifterId)).to.deep.equal([
      "8",
    ]);
  });

  it("loads the image library", async () => {
    const command = ["node", "--eval", "import('sharp').then(() => process.exit(7))"];
    expect(statusOf(command, folder, {})).to.equal(7);
  });

  it("draws a card with the same fonts as the sources", async () => {
    const portrait = await readFile("collection/public/preview.jpg");
    const files = {
      "metadata/9.json": '{"name":"鐘守 شومר","attributes":[]}',
      "images/full/9.jpg": portrait,
    };
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, "drifters", name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await save("9", "It rang.");
    const { savedAt } = await (await fetch(`${url}/api/narrative/9`)).json();
    const card = await (await fetch(`${url}/drifter/9/card.jpg`)).arrayBuffer();
    const date = new Date(savedAt).toLocaleDateString("en-US", {
      dateStyle: "long",
      timeZone: "UTC",
    });
    const same = await drawCard({
      ...{ portrait, number: tokenTitle("9"), name: "鐘守 شومר", sentence: "It rang." },
      ...{ foot: `${productName} · ${date}`, hash: narrativeHash("It rang.") },
    });
    expect(Buffer.from(card).equals(same)).to.equal(true);
  });

  it("contains at most 30 packages and 60 MB", async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(
      async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
    );
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).to.be.within(10_000_000, 60_000_000);
    const isPackage = /\/node_modules\/(@[^/]+\/)?[^/@]+$/;
    const packages = files.filter(
      ({ parentPath, name }) => name === "package.json" && isPackage.test(parentPath),
    );
    expect(packages.length).to.be.within(1, 30);
  });

  it("logs stack traces with the sources' files and lines", async () => {
    await chain.close();
    const logged = isHeard(service, '"code":"chain.unavailable"');
    expect((await save("9", "Nobody can check this.")).status).to.equal(503);
    const {
      err: { stack },
    } = JSON.parse(await logged);
    expect(stack).to.match(/\bapi\/src\/narratives\/publishNarrative\.ts:\d+:\d+/);
    expect(stack).not.to.contain(".js:");
  });
});
