import { expect } from "chai";
import {
  type Hex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
} from "viem";
import { normalizeSignature, signText } from "../../../web/src/wallet/signText.ts";
import { connectedConfig, setConnection } from "../../support/web/connectedWallet.ts";
import { hardhatAccount } from "../../support/web/injectedWallet.ts";
import { pageSettings } from "../../support/web/pageSettings.ts";

const message = "I own Drifter 7 and I am posting 00";
const { address, signMessage } = hardhatAccount(2);
const signature = await signMessage({ message });
const withV = (v: string) => `${signature.slice(0, -2)}${v}`;
const parity = signature.endsWith("1b") ? "00" : "01";
const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
const normalize = (returned: unknown) => normalizeSignature(returned, address, message);

describe("signText", () => {
  it("requests no signature while the wallet's account differs from the displayed one", async () => {
    const signers: unknown[] = [];
    const config = connectedConfig(address, {
      personal_sign: ([, signer]) => {
        signers.push(signer);
        return signature;
      },
    });
    setConnection(config, hardhatAccount(3).address, pageSettings.chain.id);
    const error = await signText(config, address, message).then(expect.fail, String);
    expect(error).to.match(/^ConnectorAccountNotFoundError/);
    expect(signers).to.deep.equal([]);
  });
});

describe("normalizeSignature", () => {
  for (const [title, returned] of [
    ["the usual form", signature],
    ["v 0 or 1", withV(parity)],
    ["v with a chain ID (EIP-155)", withV(parity === "00" ? "25" : "26")],
    ["no 0x", signature.slice(2)],
    ["no 0x and v 0 or 1", withV(parity).slice(2)],
    ["upper-case digits", `0X${signature.slice(2).toUpperCase()}`],
    ["ERC-2098's 64 bytes", compact],
  ]) {
    it(`returns the account's signature for ${title}`, async () => {
      expect(await normalize(returned)).to.equal(signature);
    });
  }

  const byContract: Hex[] = [
    "0x",
    "0x12",
    // A Safe's approved hash: the owner, nothing, and 1.
    `0x${address.slice(2).toLowerCase().padStart(64, "0")}${"0".repeat(64)}01`,
    // 64 bytes from a different curve.
    `0x${"ab".repeat(64)}`,
    `0x${"cd".repeat(300)}`,
  ];
  for (const returned of byContract) {
    it(`leaves a contract wallet's ${(returned.length - 2) / 2} bytes as they are: ${returned.slice(0, 8)}`, async () => {
      expect(await normalize(returned)).to.equal(returned);
    });
  }

  for (const returned of [null, undefined, "undefined", "", {}, "0x1", 5]) {
    it(`rejects ${JSON.stringify(returned)}, which is not a signature`, async () => {
      const error = await normalize(returned).then(expect.fail, (error: unknown) => error);
      expect(String(error)).to.match(/^TypeError: The wallet returned no signature/);
    });
  }
});
