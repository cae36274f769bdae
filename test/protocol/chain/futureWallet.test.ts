import { expect } from "chai";
import { type Hex, isHex, serializeErc6492Signature } from "viem";
import type { CallResult, ChainReader } from "#protocol/chain/chainReader";
import { checkWalletSignature } from "#protocol/chain/walletSignature";
import { ethers, provider } from "../../../scripts/shared/hardhat/contractChain.ts";

const magic = "1626ba7e";
const magicWord = magic.padEnd(64, "0");

/** The test chain, with all wallets hidden so that they seem undeployed. */
const chain: ChainReader = {
  hasCode: async () => false,
  async call(_to, data): Promise<CallResult> {
    try {
      const returned = await provider.request({ method: "eth_call", params: [{ data }] });
      return { kind: "returned", data: isHex(returned) ? returned : "0x" };
    } catch (error) {
      expect(String(error)).to.contain("revert");
      return { kind: "reverted", data: "0x" };
    }
  },
};

describe("undeployed contract wallet (ERC-6492)", () => {
  const responses: [what: string, bytes: string, reverts: boolean, isRecognized: boolean][] = [
    ["returns the magic word", magicWord, false, true],
    ["returns the magic word and further bytes", `${magicWord}01`, false, true],
    ["returns only the magic value's four bytes", magic, false, false],
    ["returns 31 bytes of the magic word", magicWord.slice(0, 62), false, false],
    ["returns the magic value padded otherwise", `${magicWord.slice(0, 63)}1`, false, false],
    ["returns a different value", "1".padStart(64, "0"), false, false],
    ["reverts with the magic word", magicWord, true, false],
  ];
  for (const [what, bytes, reverts, isRecognized] of responses) {
    it(`${isRecognized ? "recognizes" : "rejects"} a signature when it ${what}`, async () => {
      const contract = await ethers.deployContract("LiteralContract", [`0x${bytes}`, reverts]);
      // Safety: ethers' addresses always begin with 0x.
      const wallet = (await contract.getAddress()) as Hex;
      // The factory does nothing, because the wallet is already deployed.
      const factory = { address: wallet, data: "0x", signature: "0x12" } as const;
      const result = await checkWalletSignature(
        {
          wallet,
          hash: `0x${"ab".repeat(32)}`,
          signature: serializeErc6492Signature(factory),
          blockNumber: 0n,
        },
        chain,
      );
      expect(result).to.equal(isRecognized ? "recognized" : "rejected");
    });
  }
});
