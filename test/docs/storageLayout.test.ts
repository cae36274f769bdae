import { expect } from "chai";
import { artifacts } from "hardhat";
import { describeStorage } from "../../scripts/hardhat/storageTable.ts";
import { textOf } from "./documents.ts";

describe("the storage layout in docs/architecture.md", () => {
  it("lists every slot and bit as the compiler and the packed types define them", async () => {
    const text = await textOf("docs/architecture.md");
    const [, section = ""] = text.split("\n## Storage of the contract\n");
    const [table = ""] = section.match(/(^\|.*\n)+/m) ?? [];
    const documented = table.trimEnd().split("\n");
    expect(documented).to.deep.equal(await describeStorage(artifacts));
  });
});
