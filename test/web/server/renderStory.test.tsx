import { expect } from "chai";
import "../../support/web/componentLoader.ts";
import { parseXml } from "../../api/feeds/xml.ts";

const { renderStory } = await import("../../../web/src/server/renderStory.tsx");

describe("renderStory", () => {
  it("renders sanitized, well-formed markup, with paths for drifters and links for images", async () => {
    const markup = await renderStory(
      "# Salt\n\nSee #7 & [me](javascript:alert(1)) <script>x</script>  \n![map](https://x.example/a.png)\n\n- [x] done",
    );
    const story = parseXml(markup);
    expect(story.querySelector("h2")?.textContent).to.equal("Salt");
    expect([...story.querySelectorAll("a")].map((link) => link.getAttribute("href"))).to.deep.equal(
      ["/drifter/7", "https://x.example/a.png"],
    );
    expect(story.querySelectorAll("script, img, button")).to.have.length(0);
    expect(story.textContent).to.include("See #7 & me");
    expect(story.querySelector("input")?.getAttribute("aria-label")).to.equal("Done");
  });
});
