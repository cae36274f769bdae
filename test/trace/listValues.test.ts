import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { listValues } from "#trace/listValues";

const price = (name: string) => [{ name, type: "uint256", value: "80000000000000000" }];

describe("listValues", () => {
  it("shows returned and emitted amounts in ETH, and arguments in wei", () => {
    for (const view of [collectionConfig.priceFunction, "totalBalance"]) {
      expect(listValues(price(""), view), view).to.equal("0.08 ETH");
    }
    expect(listValues(price("price"), "PriceChanged")).to.equal("price: 0.08 ETH");
    const withdrawn = [{ name: "to", type: "address", value: "0x12" }, ...price("amount")];
    expect(listValues(withdrawn, "FundsWithdrawn")).to.equal("to: 0x12, amount: 0.08 ETH");
    expect(listValues(price("newPrice"))).to.equal("newPrice: 80000000000000000");
    expect(listValues(price(""), "totalSupply")).to.equal("80000000000000000");
  });
});
