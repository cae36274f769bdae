import { expect } from "chai";
import {
  compactSignatureToHex,
  type Hex,
  keccak256,
  parseSignature,
  serializeErc6492Signature,
  serializeSignature,
  signatureToCompactSignature,
  stringToBytes,
} from "viem";
import { sign } from "viem/accounts";
import { account, signedSave } from "../../support/api/apiFixture.ts";
import { enterHostileWorld, owner, stranger } from "./hostileWorld.ts";

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const wrap = (signature: Hex, data: Hex = "0x") =>
  serializeErc6492Signature({
    address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
    data,
    signature,
  });
const word = (value: bigint) => value.toString(16).padStart(64, "0");
const rOf = (signature: Hex) => signature.slice(2, 66);
const sOf = (signature: Hex) => signature.slice(66, 130);
const withV = (v: string) => (signature: Hex) => `${signature.slice(0, -2)}${v}`;
const highS = (signature: Hex) => {
  const { r, s, yParity } = parseSignature(signature);
  return serializeSignature({ r, s: `0x${word(curveOrder - BigInt(s))}`, yParity: 1 - yParity });
};
const compact = (signature: Hex) =>
  compactSignatureToHex(signatureToCompactSignature(parseSignature(signature)));

/** Valid and invalid encodings of the same signature. */
const forms: [name: string, rewrite: (signature: Hex) => string, alone: string][] = [
  ["unchanged", (signature) => signature, "200"],
  ["in upper-case hex", (signature) => `0x${signature.slice(2).toUpperCase()}`, "200"],
  ["with high s", highS, "422 signature.invalid"],
  ["in compact form (ERC-2098)", compact, "422 signature.invalid"],
  [
    "with v 0 or 1",
    (signature) => signature.replace(/1b$/, "00").replace(/1c$/, "01"),
    "422 signature.invalid",
  ],
  [
    "with the other v",
    (signature) => withV(signature.endsWith("1b") ? "1c" : "1b")(signature),
    "403 owner.mismatch",
  ],
  ["with a trailing byte", (signature) => `${signature}00`, "422 signature.invalid"],
  ["with s zero", (signature) => `0x${rOf(signature)}${word(0n)}1b`, "422 signature.invalid"],
  [
    "with r equal to the curve's order",
    (signature) => `0x${word(curveOrder)}${sOf(signature)}1b`,
    "422 signature.invalid",
  ],
  [
    "wrapped for an undeployed wallet (ERC-6492)",
    (signature) => wrap(signature),
    "422 signature.invalid",
  ],
  [
    "with the ERC-6492 suffix but no content",
    () => `0x${"00".repeat(64)}${"6492".repeat(16)}`,
    "422 signature.invalid",
  ],
  ["as zeros of the maximum length", () => `0x${"00".repeat(4_000)}`, "422 signature.invalid"],
];

describe("forged and re-encoded signatures", () => {
  const world = enterHostileWorld();
  const post = (request: object, path = `/api/narrative/${world().drifterId}`) =>
    world().sendRequest(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });

  describe("replayed replaced text", () => {
    for (const [name, rewrite] of forms) {
      it(`[S6.4] returns 409 narrative.replaced: ${name}`, async () => {
        const { replaced } = world();
        const request = { ...replaced, signature: rewrite(replaced.signature) };
        expect(await post(request)).to.equal("409 narrative.replaced");
      });
    }
  });

  describe("replayed current text", () => {
    for (const [name, rewrite, alone] of forms) {
      it(`[S6.3] [S6.4] returns ${alone} and adds no signed revision: ${name}`, async () => {
        const { current } = world();
        const request = { ...current, signature: rewrite(current.signature) };
        expect(await post(request)).to.equal(alone);
      });
    }
  });

  describe("newly signed text", () => {
    for (const [name, make] of [
      ["by a stranger", async () => signedSave(stranger, world().drifterId, "Theirs.")],
      [
        "by the collection's signer",
        async () => signedSave(account(1), world().drifterId, "The signer's."),
      ],
      [
        "by the deployer of the collection",
        async () => signedSave(account(0), world().drifterId, "The deployer's."),
      ],
      [
        "over another text of the owner",
        async () => ({
          ...(await signedSave(owner, world().drifterId, "New.")),
          signature: world().current.signature,
        }),
      ],
      [
        "over the message without its prefix",
        async () => {
          const save = await signedSave(owner, world().drifterId, "New.");
          const hash = keccak256(stringToBytes(save.signedMessage));
          // Safety: accounts derived from a mnemonic have a private key.
          const key = owner.getHdKey().privateKey as Uint8Array;
          return {
            ...save,
            signature: await sign({
              hash,
              privateKey: `0x${Buffer.from(key).toString("hex")}`,
              to: "hex",
            }),
          };
        },
      ],
    ] satisfies [string, () => Promise<object>][]) {
      it(`[S6.2] returns 403 owner.mismatch: ${name}`, async () => {
        expect(await post(await make())).to.equal("403 owner.mismatch");
      });
    }

    it("[S6.3] [S7.8] rejects a signature for a different drifter of the same owner with 400 or 422", async () => {
      const { drifterId, silentId } = world();
      const forSilent = await signedSave(owner, silentId, "For the silent one.");
      expect(await post(forSilent)).to.equal("400 request.malformed");
      expect(await post({ ...forSilent, drifterId })).to.equal("422 message.mismatch");
    });

    it("[S7.10] is rejected for a drifter that was never minted: 404 token.not_found", async () => {
      const request = await signedSave(owner, "9999", "Nobody's.");
      expect(await post(request, "/api/narrative/9999")).to.equal("404 token.not_found");
    });
  });
});
