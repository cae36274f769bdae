import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import sharp, { type Sharp } from "sharp";
import { runPictures } from "../../scripts/lab/pictures/runPictures.ts";
import { freePort } from "../../scripts/shared/freePort.ts";
import { runInProcess } from "../support/commandHere.ts";
import { runScript } from "../support/runScript.ts";

const html = `<!doctype html><title>A site</title><meta name="viewport" content="width=device-width">
<style>:root { color-scheme: light dark; background: white }
@media (prefers-color-scheme: dark) { :root { background: black } }
body { margin: 0; height: 2000px }
img { display: block; width: 100%; height: 600px; margin-top: 1400px }</style>
<script>addEventListener("load", () => new IntersectionObserver(([seen], observer) => {
  if (!seen.isIntersecting) return;
  observer.disconnect();
  document.body.innerHTML = '<img src="/red.png" alt="">';
}, { rootMargin: "-1px" }).observe(document.querySelector("p")))</script><p style="position: absolute; top: 1900px">End`;

describe("npm run pictures", () => {
  const site = createServer(async ({ url }, response) => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } });
    response.end(url === "/red.png" ? await red.png().toBuffer() : html);
  });
  let url: string;
  let folder: string;

  const pictures = (...args: string[]) => {
    const { PATH = "", CHROMIUM_PATH } = process.env;
    const environment = { PATH, ...(CHROMIUM_PATH && { CHROMIUM_PATH }) };
    return runScript("scripts/lab/pictures.ts", args, { cwd: folder, environment });
  };

  const picturesHere = (...args: string[]) => runInProcess((output) => runPictures(args, output));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "fringe-drifters-pictures-"));
    const port = await freePort();
    site.listen(port, "127.0.0.1");
    await once(site, "listening");
    url = `http://127.0.0.1:${port}`;
  });
  after(async () => {
    site.close();
    await rm(folder, { recursive: true });
  });

  it("takes full-page screenshots on a desktop and a phone, in the dark and the light theme", async () => {
    const { status, stdout, stderr } = await pictures("/drifter/7", "/", "--url", url);
    expect(stderr).to.equal("");
    expect(status).to.equal(0);
    const names = ["drifter-7", "home"].flatMap((page) =>
      ["phone", "wide"].flatMap((window) =>
        ["dark", "light"].map((scheme) => `${page}-${window}-${scheme}.jpg`),
      ),
    );
    const taken = join(folder, "test-results/pages");
    expect((await readdir(taken)).sort()).to.deep.equal(names);
    for (const name of names) {
      expect(stdout).to.contain(join("test-results/pages", name));
      const picture = sharp(join(taken, name));
      const { width, height } = await picture.metadata();
      expect([width, height], name).to.deep.equal([name.includes("wide") ? 1280 : 390, 2000]);
      const top = await part(picture, { top: 0, height: 1_300 });
      expect(top.dominant.r > 128, name).to.equal(name.includes("light"));
      const { channels } = await part(picture, { top: 1_500, height: 400 });
      const [red, green] = channels.map(({ mean }) => mean);
      expect(red, `${name}: what waits to be scrolled to`).to.be.above(240);
      expect(green, `${name}: what waits to be scrolled to`).to.be.below(20);
    }
  });

  it("says how to start a world if none runs", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { status, stderr } = await pictures("--url", nowhere);
    expect(stderr).to.equal(
      `Can't reach ${nowhere}. Run npm start first, or give the web app's address with --url.\n`,
    );
    expect(status).to.equal(1);
  });

  for (const [args, message] of [
    [["drifter/7"], '"drifter/7" is not a path of the site; write it as in /drifter/7.'],
    [["--url", "drifters"], '"drifters" is not a URL; write it as in --url http://127.0.0.1:5173.'],
    [["--page", "/"], "Unknown option '--page'"],
  ] as const) {
    it(`refuses ${args.join(" ")}`, async () => {
      const { status, stdout, stderr } = await picturesHere(...args);
      expect(stderr).to.contain(message);
      expect(stderr).not.to.match(/^ +at /m);
      expect(stdout).to.equal("");
      expect(status).to.equal(2);
    });
  }
});

/** Returns the colours of a strip of an image. */
async function part(picture: Sharp, strip: { top: number; height: number }) {
  const cut = await picture
    .clone()
    .extract({ left: 0, width: 300, ...strip })
    .toBuffer();
  return sharp(cut).stats();
}
