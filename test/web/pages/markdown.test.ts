import { expect } from "chai";
import { storySection } from "../../support/web/page.ts";
import { serveStory } from "../../support/web/responses.ts";
import { enterSharedWorld } from "../../support/web/sharedWorld.ts";

// A tiny image, whose size shows that it was loaded.
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>';

describe("a story's Markdown", () => {
  const { open } = enterSharedWorld();

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
  });
});

function isLoaded(alt: string): boolean {
  const image = [...document.images].find((image) => image.alt === alt);
  return image !== undefined && image.naturalWidth > 0;
}
