import { expect } from "chai";
import type { Page } from "playwright-core";
import { describeDrifter, drawn, tellStory } from "../../support/answers.ts";
import { connect, drifterPage, storySection } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";

// A tiny picture, so that it can be seen whether one was really loaded.
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

describe("a story's Markdown", () => {
  const { open, openWithWallet } = enterSharedWorld();

  async function visitStory(narrative: string) {
    // Without the page's content security policy, so that a script which slips through is seen to run.
    const page = await open({ bypassCSP: true });
    await describeDrifter(page, "7", { name: "Ilse" });
    await tellStory(page, "7", narrative);
    await page.goto("/drifter/7");
    const { section } = storySection(page);
    await section.locator("p, ul, blockquote").first().waitFor();
    return { page, section };
  }

  describe("when it holds HTML", () => {
    const brokenPicture = `<img src="/nothing" onerror="window.canary = 'img'">`;
    const attack = [
      "Before.",
      "<script>window.canary = 'script'</script>",
      brokenPicture,
      `<svg onload="window.canary = 'svg'"><script>window.canary = 'svg script'</script></svg>`,
      `<iframe srcdoc="<script>parent.canary = 'iframe'</script>"></iframe>`,
      "<style>main { display: none }</style>",
      `<details open ontoggle="window.canary = 'details'">Toggled</details>`,
      `<input autofocus onfocus="window.canary = 'input'">`,
      `<p style="position: fixed" onpointerenter="window.canary = 'p'">Styled</p>`,
      `Inline <b onclick="window.canary = 'b'">bold</b> and <a href="javascript:window.canary = 'a'">link</a>.`,
      `<form action="javascript:window.canary = 'form'"><button>Send</button></form>`,
      `<object data="/nothing"></object><embed src="/nothing"><base href="https://evil.example/">`,
      `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
      "After.",
    ].join("\n\n");

    async function expectHarmless(page: Page): Promise<void> {
      const { section } = storySection(page);
      await section.getByText("After.", { exact: true }).waitFor();
      await drawn(page);
      const forbidden = "script, style, iframe, object, embed, form, base, link, meta, svg, input";
      expect(await section.locator(`.story :is(${forbidden})`).count()).to.equal(0);
      const attributes = await section
        .locator("*")
        .evaluateAll((parts) => parts.flatMap((part) => part.getAttributeNames()));
      expect(attributes.filter((name) => /^on|^style$|^srcdoc$/.test(name))).to.deep.equal([]);
      expect(await page.evaluate("window.canary")).to.equal(undefined);
    }

    it("[S5.9] lets no script, handler, frame or style into the page", async () => {
      const { page, section } = await visitStory(attack);
      await expectHarmless(page);
      // The canary would have sung: what is put into the page unsanitised does run.
      await section.evaluate((place, html) => {
        place.innerHTML = html;
      }, brokenPicture);
      await page.waitForFunction("window.canary");
    });

    it("[S5.9] lets none into the preview either", async () => {
      const { page, story } = await openWithWallet(2, { bypassCSP: true });
      await tellStory(page, "7", undefined);
      await page.goto("/drifter/7");
      await connect(page);
      await story.write.click();
      await story.text.fill(attack);
      await expectHarmless(page);
    });
  });

  describe("when it holds links", () => {
    /** Each URL in a list item of its own, and what the page makes of it. */
    async function hrefsOf(urls: readonly string[]) {
      const { section } = await visitStory(urls.map((url) => `- [words](<${url}>)`).join("\n"));
      const seen = await section
        .locator("li")
        .evaluateAll((items) =>
          items.map((item) => [
            item.textContent?.trim(),
            item.querySelector("[href]")?.getAttribute("href") ?? null,
          ]),
        );
      expect(seen.map(([words]) => words)).to.deep.equal(urls.map(() => "words"));
      return Object.fromEntries(urls.map((url, index) => [url, seen[index]?.[1]]));
    }

    it("[S5.10] [S5.11] keeps fragments, paths of this site, http, https, mailto and tel, in any letter case", async () => {
      const allowed = [
        "#lamp",
        "/",
        "/drifter/8",
        "/api/narrative?a=1#b",
        "http://example.com/a?b=1#c",
        "https://example.com/",
        "HTTPS://EXAMPLE.com/",
        "hTTp://example.com/",
        "mailto:ilse@example.com",
        "MAILTO:ilse@example.com",
        "tel:+15550100",
        "TEL:+15550100",
      ];
      expect(await hrefsOf(allowed)).to.deep.equal(
        Object.fromEntries(allowed.map((url) => [url, url])),
      );
    });

    it("[S5.12] [S5.13] [S5.14] [D10] keeps only the words of every other link", async () => {
      const refused = [
        // Other schemes, plain and disguised.
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "java&#09;script:alert(1)",
        "java&#10;script:alert(1)",
        "&#1;javascript:alert(1)",
        "&#32;javascript:alert(1)",
        "javascript&colon;alert(1)",
        "javascript&#x3a;alert(1)",
        "data:text/html,<script>alert(1)</script>".replaceAll(/[<>]/g, "\\$&"),
        "vbscript:msgbox(1)",
        "file:///etc/passwd",
        "ftp://example.com/",
        "blob:https://example.com/1",
        "irc://example.com/dust",
        "ircs://example.com/dust",
        "xmpp:ilse@example.com",
        "intent://example.com",
        "httpx://example.com",
        "https//example.com",
        // Relative, but not from this page or this site's root.
        "foo/bar",
        "foo",
        "?a=1",
        "./foo",
        "../foo",
        "",
        // They begin with a slash and leave the site.
        "//evil.example",
        "//evil.example/drifter/7",
        "/\\evil.example",
        "\\\\\\\\evil.example",
        "\\\\evil.example",
      ];
      expect(await hrefsOf(refused)).to.deep.equal(
        Object.fromEntries(refused.map((url) => [url, null])),
      );
    });

    it("[D10] keeps what begins with a slash on this site, whatever hides behind the slash", async () => {
      const hrefs = await hrefsOf([
        "/&#09;/evil.example",
        "/&#10;\\evil.example",
        "/%5Cevil.example",
      ]);
      for (const [url, href] of Object.entries(hrefs)) {
        const { hostname } = new URL(href ?? "/", "http://here.example");
        expect(hostname, url).to.equal("here.example");
      }
    });

    it("[S5.12] [S5.13] refuses them in autolinks, references and pictures as well", async () => {
      const { section } = await visitStory(
        [
          "A <javascript:alert(1)> and <irc://example.com/dust>.",
          "A [reference] and a [second][2].",
          "A ![picture](javascript:alert(1)) and a ![second](data:image/svg+xml,dust).",
          "[reference]: javascript:alert(1)",
          "[2]: <//evil.example>",
        ].join("\n\n"),
      );
      await section.getByText("second").last().waitFor();
      const addresses = await section
        .locator("[href], [src]")
        .evaluateAll((parts) => parts.map((part) => part.outerHTML));
      expect(addresses).to.deep.equal([]);
    });

    it("[S5.12] survives a link to a host that cannot be", async () => {
      const { page, section } = await visitStory(
        "https://evil.example%3Ex ![a picture](https://evil.example%3Ex/1.png) and on.",
      );
      await section.getByText("and on.").waitFor();
      await drifterPage(page).name.waitFor();
    });
  });

  it("[S5.15] survives the sanitiser: quotes, autolinks and code stay what they were", async () => {
    const { section } = await visitStory(
      [
        "> Quoted *dust*.",
        "See <https://example.com/a?b=1&c=2>.",
        "Run `a < b && c` now.",
        '```\nif (a < b && "c" > d) <p>&amp;</p>\n```',
        "AT&T &copy; 5 > 4 < 6",
      ].join("\n\n"),
    );
    expect(await section.locator("blockquote em").innerText()).to.equal("dust");
    const link = section.getByRole("link", { name: "https://example.com/a?b=1&c=2", exact: true });
    expect(await link.getAttribute("href")).to.equal("https://example.com/a?b=1&c=2");
    expect(await section.locator("p code").innerText()).to.equal("a < b && c");
    expect(await section.locator("pre code").innerText()).to.equal(
      'if (a < b && "c" > d) <p>&amp;</p>\n',
    );
    await section.getByText("AT&T © 5 > 4 < 6", { exact: true }).waitFor();
  });

  describe("when it holds pictures", () => {
    it("[D11] loads one of this site at once, and asks another site only when the reader wants it", async () => {
      const page = await open({ bypassCSP: true });
      const asked: Record<string, string>[] = [];
      await page.route("https://tracker.example/**", (route) => {
        asked.push(route.request().headers());
        return route.fulfill({ contentType: "image/svg+xml", body: picture });
      });
      await tellStory(
        page,
        "7",
        "![far away](https://tracker.example/1.svg)\n\n![close by](/drifters/images/7.jpg)",
      );
      await page.goto("/drifter/7");
      const { section } = storySection(page);
      const closeBy = section.getByRole("img", { name: "close by" });
      await closeBy.scrollIntoViewIfNeeded();
      await page.waitForFunction(isLoaded, "close by");
      await section.getByText("far away").waitFor();
      expect(await section.getByRole("img", { name: "far away" }).count()).to.equal(0);
      expect(asked).to.deep.equal([]);

      await section.getByRole("button", { name: "Show image from tracker.example" }).click();
      await page.waitForFunction(isLoaded, "far away");
      expect(asked).to.have.lengthOf(1);
      expect(asked[0]).not.to.have.property("referer");
    });

    it("[D11] asks no other site by any other way of writing a picture", async () => {
      const page = await open({ bypassCSP: true });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).hostname));
      await tellStory(
        page,
        "7",
        [
          `<img src="https://tracker.example/1.png">`,
          `<picture><source srcset="https://tracker.example/2.png"><img src="/x"></picture>`,
          `<video poster="https://tracker.example/3.png"></video>`,
          `<p style="background: url(https://tracker.example/4.png)">Dust</p>`,
          `<link rel="stylesheet" href="https://tracker.example/5.css">`,
          "![a][b] ![protocol](//tracker.example/6.png) ![backslash](/\\tracker.example/7.png)",
          "[b]: https://tracker.example/8.png",
          "![close by](/drifters/images/7.jpg)",
        ].join("\n\n"),
      );
      await page.goto("/drifter/7");
      await page.getByRole("img", { name: "close by" }).scrollIntoViewIfNeeded();
      await page.waitForFunction(isLoaded, "close by");
      expect(asked).not.to.include("tracker.example");
    });
  });
});

/** Runs in the page. */
function isLoaded(alt: string): boolean {
  const image = [...document.images].find((image) => image.alt === alt);
  return image !== undefined && image.naturalWidth > 0;
}
