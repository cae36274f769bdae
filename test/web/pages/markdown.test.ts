import { expect } from "chai";
import { describeDrifter, drawn, serveStory } from "../../support/answers.ts";
import { storySection } from "../../support/page.ts";
import { enterSharedWorld } from "../../support/sharedWorld.ts";
import {
  brokenPicture,
  forbiddenAttribute,
  forbiddenElements,
  htmlAttack,
} from "./stories/htmlAttack.ts";

// A tiny image, whose size shows that it was loaded.
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

describe("a story's Markdown", () => {
  const { open } = enterSharedWorld();

  describe("with HTML", () => {
    it("[S5.9] adds no script, handler, frame or style to the page", async () => {
      // Without the content security policy, so that an unsanitised script would run.
      const page = await open({ bypassCSP: true });
      await describeDrifter(page, "7", { name: "Ilse" });
      await serveStory(page, "7", htmlAttack);
      await page.goto("/drifter/7");
      const { section } = storySection(page);
      await section.getByText("After.", { exact: true }).waitFor();
      await drawn(page);
      const forbidden = forbiddenElements.join();
      expect(await section.locator(`.story :is(${forbidden})`).count()).to.equal(0);
      const attributes = await section
        .locator("*")
        .evaluateAll((parts) => parts.flatMap((part) => part.getAttributeNames()));
      expect(attributes.filter((name) => forbiddenAttribute.test(name))).to.deep.equal([]);
      expect(await page.evaluate("window.canary")).to.equal(undefined);

      // Proves that the canary works: unsanitised markup runs.
      await section.evaluate((place, html) => {
        place.innerHTML = html;
      }, brokenPicture);
      await page.waitForFunction("window.canary");
    });
  });

  describe("with images", () => {
    it("[D11] loads images of this site at once, and those of another site only on a click", async () => {
      const page = await open({ bypassCSP: true });
      const received: Record<string, string>[] = [];
      await page.route("https://tracker.example/**", (route) => {
        received.push(route.request().headers());
        return route.fulfill({ contentType: "image/svg+xml", body: picture });
      });
      await serveStory(
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
      expect(received).to.deep.equal([]);

      await section.getByRole("button", { name: "Show image from tracker.example" }).click();
      await page.waitForFunction(isLoaded, "far away");
      expect(received).to.have.lengthOf(1);
      expect(received[0]).not.to.have.property("referer");
    });

    it("[D11] requests nothing from another site, for any image syntax", async () => {
      const page = await open({ bypassCSP: true });
      const received: string[] = [];
      page.on("request", (request) => received.push(new URL(request.url()).hostname));
      await serveStory(
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
      expect(received).not.to.include("tracker.example");
    });
  });
});

function isLoaded(alt: string): boolean {
  const image = [...document.images].find((image) => image.alt === alt);
  return image !== undefined && image.naturalWidth > 0;
}
