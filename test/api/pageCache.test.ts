import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { readSettings } from "../../api/src/env.ts";
import type { FoundPage, PageStatus } from "../../api/src/page/pageSources.ts";
import { createPages } from "../../api/src/page/pages.ts";
import { sitePreview } from "../../api/src/page/sitePreview.ts";
import { temporaryFolder } from "./apiFixture.ts";

const template =
  "<head><!--runtime-config--></head><body><!--page-links--><!--page-->No scripts.<!--/page--></body>";
const lifeMilliseconds = 100;

describe("createPages", () => {
  let now: number;
  let webDir: string;
  let page: FoundPage & { stamps?: FoundPage["stamps"] };
  let found: [path: string, query: string][];
  let status: PageStatus;
  let parts: () => Promise<readonly unknown[]>;
  let rendered: RenderRequest[];
  let render: () => Promise<RenderedPage | "failed" | undefined>;
  let costly: string[];
  let genesisHash: () => Promise<`0x${string}`>;
  let state: readonly unknown[] | undefined;
  before(async () => {
    webDir = await temporaryFolder();
    await writeFile(join(webDir, "index.html"), template);
  });
  beforeEach(() => {
    now = 1_000;
    performance.now = () => now;
    found = [];
    status = 200;
    parts = async () => ["story"];
    page = {
      key: "/stories?query=dust",
      params: { id: "7" },
      preview: async () => sitePreview,
      status: async () => status,
      madeOf: () => parts(),
    };
    rendered = [];
    costly = [];
    render = async () => {
      const markup = `Rendered ${rendered.length}.`;
      await setImmediate();
      return { markup, data: "{}", files: { styles: [], modules: [] }, isPartial: false };
    };
    genesisHash = async () => "0x01";
    state = undefined;
  });
  afterEach(() => {
    // The prototype's remains.
    Reflect.deleteProperty(performance, "now");
  });

  const create = () => {
    const pages = createPages({
      settings: { ...readSettings({}), webDir, fileLifeMilliseconds: lifeMilliseconds },
      // Safety: all that pages read of the chain.
      chain: { readGenesisHash: () => genesisHash() } as never,
      state: () => state,
      find(path, query) {
        found.push([path, query]);
        return page;
      },
      renderer: {
        render(_template, request) {
          rendered.push(request);
          return render();
        },
        close: async () => {},
      },
      costlyRenderer: {
        async render(_template, { path }) {
          costly.push(path);
          return undefined;
        },
        close: async () => {},
      },
    });
    return async (mayReadChain?: () => Promise<void>, url = "/stories?query=dust?") => {
      const answer = await pages.answer(url, { headers: {} }, mayReadChain);
      const body = String(answer?.body);
      const [, shown] = /(Rendered \d+|No scripts)\./.exec(body) ?? [];
      const [, genesis] = /"genesisHash":"(\w+)"/.exec(body) ?? [];
      return { ...answer, shown, genesis };
    };
  };
  const shownBy = async (read: ReturnType<typeof create>, mayReadChain?: () => Promise<void>) =>
    (await read(mayReadChain)).shown;

  it("finds a page by path and query, and renders it by its key", async () => {
    const read = create();
    await read();
    expect(found).to.deep.equal([["/stories", "?query=dust?"]]);
    expect(rendered[0]).to.deep.include({ path: "/stories?query=dust", status: 200 });
    await read(undefined, "/");
    expect(found[1]).to.deep.equal(["/", ""]);
  });

  it("renders a page once until one of its parts is another", async () => {
    const read = create();
    expect([await shownBy(read), await shownBy(read)]).to.deep.equal(["Rendered 1", "Rendered 1"]);
    for (const other of [["another"], ["another", "story"], ["another"]]) {
      parts = async () => other;
      await read();
    }
    expect(await shownBy(read)).to.equal("Rendered 4");
    expect(rendered).to.have.length(4);
  });

  it("renders a page once for requests at the same time, unless a part changes meanwhile", async () => {
    const read = create();
    expect(await Promise.all([shownBy(read), shownBy(read)])).to.deep.equal([
      "Rendered 1",
      "Rendered 1",
    ]);
    parts = async () => [rendered.length];
    expect(await Promise.all([shownBy(read), shownBy(read)])).to.deep.equal([
      "Rendered 2",
      "Rendered 2",
    ]);
    let part = 0;
    parts = async () => {
      part += 1;
      return [part];
    };
    const shown = await Promise.all([shownBy(read), shownBy(read)]);
    expect(new Set(shown).size).to.equal(2);
  });

  it("compares a page once in a while, and sooner if the service's state has changed or is unknown", async () => {
    const read = create();
    const url = page.key;
    let compared = 0;
    parts = async () => {
      compared += 1;
      return ["story"];
    };
    const seen: unknown[] = [];
    for (const [time, ...known] of [
      [1_000, 1, "a"],
      [1_099, 1, "a"],
      [1_100, 1, "a"],
      [1_199, 1, "a"],
      [1_199, 2, "a"],
      [1_199, 2, "b"],
      [1_199, 2, "b"],
      [1_199],
      [1_199, 2, "b"],
    ] as const) {
      now = time;
      state = known.length === 0 ? undefined : known;
      expect((await read(undefined, url)).shown).to.equal("Rendered 1");
      seen.push(compared);
    }
    expect(seen).to.deep.equal([1, 1, 2, 2, 3, 4, 4, 5, 6]);
  });

  it("compares a page once for requests at the same time, unless the state changes", async () => {
    const read = create();
    state = [1];
    let compared = 0;
    parts = async () => {
      compared += 1;
      await setImmediate();
      return ["story"];
    };
    await read(undefined, page.key);
    for (const [time, then, times] of [
      [1_100, [1], 1],
      [1_101, [1], 0],
      [1_200, [2], 2],
    ] as const) {
      now = time;
      compared = 0;
      const first = read(undefined, page.key);
      state = [...then];
      const both = await Promise.all([first, read(undefined, page.key)]);
      expect(both.map(({ shown }) => shown)).to.deep.equal(["Rendered 1", "Rendered 1"]);
      expect(compared, `${time}`).to.equal(times);
    }
    const failing = () => Promise.reject(new Error("store.unavailable"));
    [now, parts] = [1_300, failing];
    await read(undefined, page.key);
    parts = async () => ["another story"];
    expect((await read(undefined, page.key)).shown).to.equal("Rendered 2");
  });

  it("compares a page with what has changed while it was rendered", async () => {
    const read = create();
    state = [1];
    parts = async () => {
      state = [2];
      return [rendered.length > 0];
    };
    await read(undefined, page.key);
    expect((await read(undefined, page.key)).shown).to.equal("Rendered 2");
  });

  it("renders a page that lacks something once in a while until it is whole", async () => {
    const read = create();
    const whole = render;
    const partial = async () => {
      const made = await whole();
      return typeof made === "object" ? { ...made, isPartial: true } : made;
    };
    const shown: unknown[] = [];
    for (const [time, rendering] of [
      [1_000, partial],
      [1_099, partial],
      [1_100, whole],
      [1_300, partial],
    ] as const) {
      [now, render] = [time, rendering];
      shown.push(await shownBy(read));
    }
    expect(shown).to.deep.equal(["Rendered 1", "Rendered 1", "Rendered 2", "Rendered 2"]);
  });

  it("keeps many pages, each of any usual size", async () => {
    render = async () => ({
      markup: `Rendered ${rendered.length}.${"x".repeat(100_000)}`,
      data: "{}",
      files: { styles: [], modules: [] },
      isPartial: false,
    });
    const read = create();
    const keys = Array.from({ length: 20 }, (_, index) => `/drifter/${index}`);
    for (const key of [...keys, ...keys]) {
      page.key = key;
      await read();
    }
    expect(rendered).to.have.length(20);
  });

  it("looks at the files of a page once in a while, and renders it again after a change", async () => {
    let stamp = "1";
    const looked: unknown[] = [];
    page.stamps = async (params) => {
      looked.push(params);
      return [stamp];
    };
    const read = create();
    expect(await shownBy(read)).to.equal("Rendered 1");
    stamp = "2";
    now = 1_099;
    expect(await shownBy(read)).to.equal("Rendered 1");
    expect(looked).to.deep.equal([{ id: "7" }]);
    now = 1_100;
    expect(await shownBy(read)).to.equal("Rendered 2");
    // One look that found the change, and one for the new page.
    expect(looked).to.have.length(3);
    now = 1_200;
    expect(await shownBy(read)).to.equal("Rendered 2");
    now = 1_299;
    await read();
    expect(looked).to.have.length(4);
  });

  it("leaves a page to browsers while its parts fail or take too long, and renders it afterwards", async () => {
    const read = create();
    parts = () => Promise.reject(new Error("store.unavailable"));
    expect(await read()).to.include({ status: 200, shown: "No scripts" });
    expect(rendered).to.have.length(0);
    parts = async () => ["story"];
    expect(await shownBy(read)).to.equal("Rendered 1");
  });

  it("asks the renderer again for a page that it could not render", async () => {
    const read = create();
    render = async () => undefined;
    expect([await shownBy(read), await shownBy(read)]).to.deep.equal(["No scripts", "No scripts"]);
    expect(rendered).to.have.length(2);
  });

  it("renders a page that failed again only with another first part, or another build", async () => {
    const read = create();
    render = async () => "failed";
    for (const made of [["story 1"], ["story 1", "neighbours"], ["story 2"], ["story 2"]]) {
      parts = async () => made;
      expect(await shownBy(read)).to.equal("No scripts");
    }
    expect(rendered).to.have.length(2);
    await writeFile(join(webDir, "index.html"), `${template}<!-- Another build. -->`);
    now += lifeMilliseconds;
    await read();
    expect(rendered).to.have.length(3);
    await writeFile(join(webDir, "index.html"), template);
  });

  it("has costly pages rendered apart from others", async () => {
    const read = create();
    page.isCostly = async () => true;
    await read();
    expect([costly, rendered.length]).to.deep.equal([["/stories?query=dust"], 0]);
  });

  it("renders a page that reads the chain only for clients who may read it", async () => {
    page.readsChain = true;
    const read = create();
    const refuse = () => Promise.reject(new Error("rate.limited"));
    expect([await shownBy(read, refuse), await shownBy(read)]).to.deep.equal([
      "No scripts",
      "No scripts",
    ]);
    expect(await shownBy(read, async () => {})).to.equal("Rendered 1");
    // It is kept, so that it takes no read of the chain.
    expect(await shownBy(read, refuse)).to.equal("Rendered 1");
  });

  it("lets shared caches keep a whole page for seconds, one that lacks something for one, and no other", async () => {
    const shared = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=8";
    const partial = "public, max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=2";
    const policyOf = async (mayReadChain?: () => Promise<void>) => {
      const answer = await create()(mayReadChain);
      const headers = answer.headers ?? [];
      return headers[headers.indexOf("Cache-Control") + 1];
    };
    expect(await policyOf()).to.equal(shared);
    const whole = render;
    render = async () => {
      const made = await whole();
      return typeof made === "object" ? { ...made, isPartial: true } : made;
    };
    expect(await policyOf()).to.equal(partial);
    render = whole;
    genesisHash = () => Promise.reject(new Error("chain.unavailable"));
    expect(await policyOf()).to.equal(partial);
    genesisHash = async () => "0x01";
    render = async () => undefined;
    expect(await policyOf()).to.equal("no-cache");
    render = whole;
    page.readsChain = true;
    expect(await policyOf(() => Promise.reject(new Error("rate.limited")))).to.equal("no-cache");
    expect(await policyOf(async () => {})).to.equal(shared);
    delete page.madeOf;
    expect(await policyOf(async () => {})).to.equal(shared);
  });

  it("keeps a page that only browsers render, and never asks the renderer for it", async () => {
    delete page.madeOf;
    let previews = 0;
    page.preview = async () => {
      previews += 1;
      return sitePreview;
    };
    const read = create();
    expect([await shownBy(read), await shownBy(read)]).to.deep.equal(["No scripts", "No scripts"]);
    expect([rendered.length, previews]).to.deep.equal([0, 1]);
  });

  it("renders pages that do not exist yet at every request, and leaves those of an outage to browsers", async () => {
    const read = create();
    status = 404;
    await read();
    const missing = await read();
    expect(missing).to.include({ status: 404, shown: "Rendered 2" });
    expect(rendered[1]).to.include({ status: 404, path: "/stories?query=dust" });
    const headers = ["Content-Type", "text/html; charset=utf-8", "Content-Length"];
    const noStore = ["Cache-Control", "no-store", "Vary", "Accept"];
    expect(missing.headers).to.deep.equal([...headers, String(missing.body?.length), ...noStore]);
    status = 503;
    const unknown = await read();
    expect(unknown).to.include({ status: 503, shown: "No scripts" });
    expect(unknown.headers?.slice(4)).to.deep.equal([...noStore, "Retry-After", "5"]);
    expect(rendered).to.have.length(2);
  });

  it("tries once in a while to learn the chain's genesis, and then knows it", async () => {
    let reads = 0;
    genesisHash = () => {
      reads += 1;
      return Promise.reject(new Error("chain.unavailable"));
    };
    const read = create();
    const seen: unknown[] = [];
    for (const [time, hash] of [
      [1_000],
      [1_099],
      [1_100],
      [1_199, "0x01"],
      [1_200, "0x02"],
      [9_000, "0x03"],
    ] as const) {
      now = time;
      if (hash) genesisHash = async () => hash;
      const { genesis = "" } = await read();
      seen.push([time, /^0x0+$/.test(genesis) ? "unknown" : genesis, reads]);
    }
    expect(seen).to.deep.equal([
      [1_000, "unknown", 1],
      [1_099, "unknown", 1],
      [1_100, "unknown", 2],
      [1_199, "unknown", 2],
      [1_200, "0x02", 2],
      [9_000, "0x02", 2],
    ]);
  });

  it("answers nothing without a build, and reads a new build once in a while", async () => {
    const kept = webDir;
    webDir = await temporaryFolder();
    const read = create();
    expect((await read()).status).to.equal(undefined);
    await writeFile(join(webDir, "index.html"), template);
    now = 1_099;
    expect((await read()).status).to.equal(undefined);
    now = 1_100;
    expect((await read()).shown).to.equal("Rendered 1");
    now = 1_300;
    expect((await read()).shown).to.equal("Rendered 1");
    await writeFile(join(webDir, "index.html"), `${template}<!-- 2 -->`);
    now = 1_400;
    expect((await read()).shown).to.equal("Rendered 2");
    webDir = kept;
  });
});
