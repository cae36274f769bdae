import { expect } from "chai";
import { remarkMentions } from "../../web/src/narrative/remarkMentions.ts";

describe("remarkMentions", () => {
  const partsOf = (value: string) => {
    const paragraph = { type: "paragraph", children: [{ type: "text", value }] };
    remarkMentions()({ type: "root", children: [paragraph] });
    return paragraph.children.map((part) => ("url" in part ? part.url : part.value));
  };

  it("splits a text around its mentions, without empty parts", () => {
    expect(partsOf("#7")).to.deep.equal(["/drifter/7"]);
    expect(partsOf("See #7")).to.deep.equal(["See ", "/drifter/7"]);
    expect(partsOf("#7 and Drifter 8.")).to.deep.equal(["/drifter/7", " and ", "/drifter/8", "."]);
  });
});
