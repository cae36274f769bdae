import { expect } from "chai";
import { artifacts } from "hardhat";
import { describeStorage } from "../../scripts/hardhat/storageTable.ts";
import { textOf } from "./documents.ts";

describe("the storage layout in docs/architecture.md", () => {
  it("lists every slot and bit as the compiler and the packed types define them", async () => {
    const [, section = ""] = (await textOf("docs/architecture.md")).split("\n## Storage of the contract\n");
    const [own = ""] = section.split("\n## ");
    const documented = own.split("\n").filter((line) => line.startsWith("|"));
    expect(documented).to.deep.equal(await describeStorage(artifacts));
  });
});
