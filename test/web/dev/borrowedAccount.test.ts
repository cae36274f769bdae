import { expect } from "chai";
import { numberToHex } from "viem";
import { actAs, borrowAccount, type NodeRequest } from "../../../web/src/dev/borrowedAccount.ts";
import { withFetch } from "../../support/stubFetch.ts";

const ownAddress = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const foreign = "0x1000000000000000000000000000000000000001";

describe("borrowed account", () => {
  const requested: [method: string, ...params: unknown[]][] = [];
  let balance = 0n;
  beforeEach(() => {
    requested.length = 0;
    balance = 0n;
  });
  const request: NodeRequest = async ({ method, params }) => {
    if (method === "eth_accounts") return [ownAddress.toLowerCase()];
    requested.push([method, ...(params as unknown[])]);
    return method === "eth_getBalance" ? numberToHex(balance) : "0xdone";
  };

  it("funds the account for transactions, unless its balance suffices", async () => {
    balance = 10n ** 18n;
    await borrowAccount(request, foreign);
    expect(requested.splice(0).at(-1)).to.deep.equal(["eth_getBalance", foreign, "latest"]);
    balance -= 1n;
    await borrowAccount(request, foreign);
    expect(requested).to.deep.equal([
      ["hardhat_impersonateAccount", foreign],
      ["eth_getBalance", foreign, "latest"],
      ["hardhat_setBalance", foreign, "0xde0b6b3a7640000"],
    ]);
    requested.length = 0;
    const transaction = { from: foreign, to: ownAddress };
    const sent = await actAs(request, { method: "eth_sendTransaction", params: [transaction] });
    expect(sent).to.equal("0xdone");
    expect(requested).to.deep.equal([
      ["hardhat_impersonateAccount", foreign],
      ["eth_sendTransaction", transaction],
    ]);
  });

  it("signs messages through the local world", async () => {
    const bodies: unknown[] = [];
    const response = async (...[url, init]: Parameters<typeof fetch>) => {
      bodies.push(url, JSON.parse(String(init?.body)));
      return Response.json({ result: "0xsigned" });
    };
    const params = ["0x6869", foreign];
    const signed = await withFetch(response, () =>
      actAs(request, { method: "personal_sign", params }),
    );
    expect(signed).to.equal("0xsigned");
    expect(bodies).to.deep.equal(["/@world/sign", { from: foreign, message: "0x6869" }]);
    expect(requested).to.deep.equal([]);
  });
});
