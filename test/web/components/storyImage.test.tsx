import { expect } from "chai";
import { renderComponent } from "../../support/renderComponent.tsx";

const { StoryImage } = await import("../../../web/src/narrative/StoryImage.tsx");

describe("StoryImage", () => {
  it("is only its description when its address is not of the web", () => {
    const { container } = renderComponent(<StoryImage src="mailto:a@b.example" alt="A lamp" />);
    expect(container.textContent).to.equal("A lamp");
  });

  it("has only the button of an image of another site when nothing describes the image", async () => {
    const { container, press } = renderComponent(
      <StoryImage src="https://far.example/a.png" alt={undefined} />,
    );
    const offer = container.firstElementChild;
    expect([...(offer?.childNodes ?? [])].map(({ textContent }) => textContent)).to.deep.equal([
      "Show image from far.example",
    ]);
    await press("Show image from far.example");
    const image = container.querySelector("img");
    expect([image?.src, image?.alt]).to.deep.equal(["https://far.example/a.png", ""]);
  });
});
