import { expect } from "chai";
import { Link } from "react-router-dom";
import { storyListQueryOptions } from "../../web/src/narrative/narrativeApi.ts";
import "../support/componentLoader.ts";
import { askingClient, type Mounted, mounted } from "../support/mount.ts";
import "../support/pageSettings.ts";

const { DrifterSelector } = await import("../../web/src/drifter/DrifterSelector.tsx");
const { Portrait } = await import("../../web/src/drifter/Portrait.tsx");
const { StoryList } = await import("../../web/src/home/StoryList.tsx");

describe("the number that chooses a drifter", () => {
  const choose = async (page: Mounted, typed: string, timeStamp: number) => {
    const field = page.named("Drifter ID");
    field.value = typed;
    await page.fire(field, "input", { timeStamp });
    return [page.path(), page.navigation()];
  };
  const selector = (
    <>
      <DrifterSelector />
      <Link to="/drifter/9">Nine</Link>
    </>
  );

  it("is one entry of the history for what is typed with pauses below two seconds", () =>
    mounted(selector, async (page) => {
      expect(await choose(page, "7", 1_000)).to.deep.equal(["/drifter/7", "PUSH"]);
      expect(await choose(page, "78", 2_999)).to.deep.equal(["/drifter/78", "REPLACE"]);
      expect(await choose(page, "789", 4_999)).to.deep.equal(["/drifter/789", "PUSH"]);
      expect(await choose(page, "0789", 5_000)).to.deep.equal(["/drifter/789", "PUSH"]);
      expect(await choose(page, "", 5_100)).to.deep.equal(["/", "REPLACE"]);
    }));

  it("begins an entry on a page that a link has led to", () =>
    mounted(selector, async (page) => {
      await choose(page, "7", 1_000);
      await page.click("Nine");
      expect(page.path()).to.equal("/drifter/9");
      expect(await choose(page, "91", 1_100)).to.deep.equal(["/drifter/91", "PUSH"]);
    }));

  it("is a number field with what phones and screen readers need", () =>
    mounted(
      selector,
      async (page) => {
        const field = page.named("Drifter ID");
        const said = ["type", "min", "inputmode", "placeholder", "autocomplete"];
        expect(said.map((name) => field.getAttribute(name))).to.deep.equal([
          "number",
          "0",
          "numeric",
          "Drifter ID",
          "off",
        ]);
        expect(field.value).to.equal("12");
        for (const key of ["ArrowUp", "ArrowDown", "-"]) {
          expect((await page.fire(field, "keydown", { key })).defaultPrevented).to.equal(true);
        }
        expect((await page.fire(field, "keydown", { key: "1" })).defaultPrevented).to.equal(false);
      },
      { path: "/drifter/12" },
    ));

  it("loses the focus to a wheel, which would change it", () =>
    mounted(selector, async (page) => {
      const field = page.named("Drifter ID");
      expect(page.document.activeElement).to.equal(field);
      await page.fire(field, "wheel");
      expect(page.document.activeElement).to.equal(page.document.body);
    }));

  it("takes the focus on arrival, unless something else has it or there is no mouse", () =>
    mounted(selector, async (page) => {
      const field = page.named("Drifter ID");
      const link = page.named("Nine");
      link.focus();
      await page.click("Nine");
      expect(page.document.activeElement).to.equal(link);
      page.document.activeElement = page.document.body;
      await choose(page, "10", 1_000);
      expect(page.document.activeElement).to.equal(field);
      page.document.activeElement = page.document.body;
      Object.assign(globalThis.window, { matchMedia: () => ({ matches: false }) });
      await choose(page, "11", 1_100);
      expect(page.document.activeElement).to.equal(page.document.body);
    }));
});

/** Has the page's timers wait for the test. */
async function withTimers(work: (pauses: number[], next: () => void) => Promise<void>) {
  const { setTimeout: plain } = globalThis;
  const pauses: number[] = [];
  let next = () => {};
  Object.assign(globalThis, {
    setTimeout(then: () => void, milliseconds?: number, ...rest: unknown[]) {
      if (milliseconds === undefined) return plain(then, milliseconds, ...rest);
      pauses.push(milliseconds);
      next = then;
      return 0;
    },
  });
  try {
    await work(pauses, () => next());
  } finally {
    Object.assign(globalThis, { setTimeout: plain });
  }
}

describe("a portrait", () => {
  const picture = (page: Mounted) => {
    const [image] = page.all("img");
    if (!image) throw new Error("There is no picture.");
    return image;
  };
  const isMissing = (page: Mounted) => page.all("span")[0]?.getAttribute("data-missing");

  it("that is on its way is asked for again after longer and longer pauses", () =>
    withTimers((pauses, next) =>
      mounted(<Portrait drifterId="7" alt="Mara" isAwaited />, async (page) => {
        expect(isMissing(page)).to.equal("false");
        expect(picture(page).getAttribute("alt")).to.equal("Mara");
        expect(picture(page).getAttribute("loading")).to.equal("eager");
        expect(picture(page).getAttribute("src")).to.contain("7");
        for (let attempt = 0; attempt < 8; attempt++) {
          const image = picture(page);
          await page.fire(image, "error", { bubbles: false });
          expect(isMissing(page)).to.equal("true");
          await page.during(next);
          if (attempt < 7) expect(picture(page)).not.to.equal(image);
        }
        const asked = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
        expect(pauses.filter((pause) => asked.includes(pause))).to.deep.equal(asked);
        await page.fire(picture(page), "load", { bubbles: false });
        expect(isMissing(page)).to.equal("false");
      }),
    ));

  it("that is not awaited is asked for once", () =>
    withTimers((pauses) =>
      mounted(<Portrait drifterId="7" alt="" loading="lazy" />, async (page) => {
        expect(picture(page).getAttribute("loading")).to.equal("lazy");
        await page.fire(picture(page), "error", { bubbles: false });
        expect(isMissing(page)).to.equal("true");
        expect(pauses.filter((pause) => pause >= 500)).to.deep.equal([]);
      }),
    ));
});

describe("a long list of stories", () => {
  const stories = Array.from({ length: 700 }, (_, index) => ({ drifterId: String(index + 1) }));
  function knowing() {
    const queryClient = askingClient();
    queryClient.setDefaultOptions({ queries: { staleTime: 60_000 } });
    queryClient.setQueryData(storyListQueryOptions().queryKey, stories);
    return queryClient;
  }
  const withPortraits = (page: Mounted) =>
    page
      .all("li")
      .filter((item) => item.descendants.some(({ tagName }) => tagName === "IMG"))
      .map(({ textContent }) => Number(textContent));

  it("draws portraits around the window only, and is as long as before when it is come back to", async () => {
    await mounted(
      <StoryList />,
      async (page) => {
        while (page.all("li").length < 700) await page.during(() => {});
        const [list] = page.all("ul");
        if (!list) throw new Error("There is no list.");
        // 100 pixels each; number 201 is at the window's upper edge.
        list.rectangle = { top: -20_000, height: 70_000 };
        await page.during(() => globalThis.window.dispatchEvent(new Event("scroll")));
        const shown = withPortraits(page);
        expect([shown[0], shown.at(-1), shown.length]).to.deep.equal([181, 240, 60]);
        list.rectangle = { top: -30_000, height: 70_000 };
        await page.during(() => globalThis.window.dispatchEvent(new Event("resize")));
        const later = withPortraits(page);
        expect([later[0], later.at(-1), later.length]).to.deep.equal([241, 360, 120]);
        for (const item of page.all("img")) {
          expect([item.getAttribute("alt"), item.getAttribute("loading")]).to.deep.equal([
            "",
            "lazy",
          ]);
        }
      },
      { queryClient: knowing() },
    );
    const lengths: number[] = [];
    const { setTimeout: plain } = globalThis;
    await mounted(
      <StoryList />,
      async (page) => {
        lengths.push(page.all("li").length);
      },
      { queryClient: knowing() },
    );
    expect(globalThis.setTimeout).to.equal(plain);
    expect(lengths[0]).to.be.at.least(308);
  });
});
