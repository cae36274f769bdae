import type { ServerResponse } from "node:http";
import { expect } from "chai";
import { serializeErc6492Signature } from "viem";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { type ReceiptStep, verifyReceipt } from "#protocol/receipt";
import { account, useFixture } from "../api/apiFixture.ts";
import { faults, type RpcCall, useFaultyRpc } from "../api/faultyRpc.ts";
import {
  createReceiptMaker,
  type ReceiptMaker,
  receiptOwner,
  receiptText,
} from "../api/receiptFixture.ts";

const owner = receiptOwner;
const stranger = account(3);
const narrative = receiptText;

const pruned = { code: -32000, message: "missing trie node" };

describe("a receipt checked in the page", () => {
  const fixture = useFixture();
  const rpc = useFaultyRpc(fixture);
  let make: ReceiptMaker;
  let drifterId: string;

  before(async () => {
    make = await createReceiptMaker(fixture);
    drifterId = await fixture.giveDrifter(owner.address);
  });

  async function receiptOf(told: Partial<NarrativeRecord> = {}): Promise<NarrativeRecord> {
    const message = narrativeMessage(drifterId, narrative);
    const signature = await owner.signMessage({ message });
    return { ...(await make.receiptOf({ drifterId, author: owner.address, signature })), ...told };
  }

  /** Returns each step's outcome by name, and all findings as one text. */
  async function check(receipt: NarrativeRecord) {
    const steps = await verifyReceipt(receipt, make.collection, make.pageChain(rpc.url));
    const outcomes = Object.fromEntries(steps.map(({ name, outcome }) => [name, outcome]));
    return { outcomes, findings: steps.map(({ finding }) => finding).join("\n") };
  }

  const allPassed: Record<ReceiptStep["name"], ReceiptStep["outcome"]> = {
    Text: "passed",
    Message: "passed",
    Collection: "passed",
    Signature: "passed",
    Owner: "passed",
  };

  describe("when it is valid", () => {
    it("passes every step and reports what was checked", async () => {
      const { outcomes, findings } = await check(await receiptOf());
      expect(outcomes).to.deep.equal(allPassed);
      expect(findings)
        .to.contain(narrativeMessage(drifterId, narrative))
        .and.contain(`key of ${owner.address}`)
        .and.contain(`owned Drifter ${drifterId}`);
    });

    it("still passes after the drifter was transferred, because ownership is read at its block", async () => {
      const receipt = await receiptOf();
      const seller = await fixture.chain.ethers.getSigner(owner.address);
      await fixture.contract
        .connect(seller)
        .transferFrom(owner.address, stranger.address, drifterId);
      expect((await check(receipt)).outcomes).to.deep.equal(allPassed);
      expect((await check(await receiptOf())).outcomes).to.deep.equal({
        ...allPassed,
        Owner: "failed",
      });
      drifterId = await fixture.giveDrifter(owner.address);
    });
  });

  describe("when it is invalid", () => {
    const signedBy = async (signer: typeof owner, text = narrative) => {
      const signedMessage = narrativeMessage(drifterId, text);
      return { signedMessage, signature: await signer.signMessage({ message: signedMessage }) };
    };

    it("fails text and message if the text was changed", async () => {
      const { outcomes } = await check(await receiptOf({ narrative: "The dust forgets." }));
      expect(outcomes).to.deep.equal({ ...allPassed, Text: "failed", Message: "failed" });
    });

    it("fails the message if it names another drifter", async () => {
      const other = await fixture.giveDrifter(owner.address);
      const { outcomes } = await check(await receiptOf({ drifterId: other }));
      expect(outcomes).to.deep.equal({ ...allPassed, Message: "failed" });
    });

    it("fails the text if other texts have the same hash", async () => {
      const text = "half an emoji \ud83c";
      const { outcomes, findings } = await check(
        await receiptOf({ narrative: text, ...(await signedBy(owner, text)) }),
      );
      expect(outcomes).to.deep.equal({ ...allPassed, Text: "failed" });
      expect(findings).to.contain("half a character");
    });

    it("fails the signature if another account signed, and names that account", async () => {
      const { outcomes, findings } = await check(await receiptOf(await signedBy(stranger)));
      expect(outcomes).to.deep.equal({ ...allPassed, Signature: "failed" });
      expect(findings).to.contain(`key of ${stranger.address}, not of the author`);
    });

    for (const [form, disguise] of Object.entries({
      "a copy with another recovery byte": (signature: string) => signature.replace(/1[bc]$/, "00"),
      empty: () => "0x",
      noise: (signature: string) => `0x${"ff".repeat(64)}${signature.slice(-2)}`,
    })) {
      it(`fails the signature if it is ${form}`, async () => {
        const receipt = await receiptOf();
        // Safety: both forms keep the 0x.
        const signature = disguise(receipt.signature) as `0x${string}`;
        const { outcomes } = await check({ ...receipt, signature });
        expect(outcomes).to.deep.equal({ ...allPassed, Signature: "failed" });
      });
    }

    it("fails the signature if its factory does not deploy the author (ERC-6492)", async () => {
      const signature = serializeErc6492Signature({
        address: stranger.address,
        data: "0x1234",
        signature: await stranger.signMessage({ message: "Anything." }),
      });
      const { outcomes } = await check(await receiptOf({ signature }));
      expect(outcomes).to.deep.equal({ ...allPassed, Signature: "failed" });
    });

    it("fails the owner if the author signed without owning the drifter", async () => {
      const receipt = await receiptOf({ ...(await signedBy(stranger)), author: stranger.address });
      const { outcomes, findings } = await check(receipt);
      expect(outcomes).to.deep.equal({ ...allPassed, Owner: "failed" });
      expect(findings).to.contain(`owned by ${owner.address}`);
    });

    it("fails the owner if the drifter did not exist at that block", async () => {
      const receipt = await receiptOf();
      await fixture.giveDrifter(owner.address);
      const { outcomes, findings } = await check({
        ...receipt,
        blockNumber: receipt.blockNumber,
        drifterId: "9999",
        signedMessage: narrativeMessage("9999", narrative),
        signature: await owner.signMessage({ message: narrativeMessage("9999", narrative) }),
      });
      expect(outcomes).to.deep.equal({ ...allPassed, Owner: "failed" });
      expect(findings).to.contain("there was no Drifter 9999");
    });

    for (const [name, foreign] of Object.entries({
      "another chain": { chainId: 1 },
      "another contract": { contract: stranger.address },
    })) {
      it(`fails the collection if it is for ${name}, and does not read the owner on this chain`, async () => {
        const receipt = await receiptOf(foreign);
        rpc.behave();
        const { outcomes } = await check(receipt);
        expect(outcomes).to.deep.equal({
          ...allPassed,
          Collection: "failed",
          Owner: "not checkable",
        });
        expect(rpc.requests).not.to.include("eth_call");
      });
    }
  });

  describe("when the node no longer has the state of its block", () => {
    for (const [name, fault] of Object.entries({
      "fails to call": faults.fails(pruned, "eth_call"),
      "returns an internal error": faults.fails(
        { code: -32603, message: "header not found" },
        "eth_call",
      ),
      "returns no data": faults.answers("0x", "eth_call"),
    })) {
      it(`reads the owner from events, and says so: it ${name}`, async () => {
        const receipt = await receiptOf();
        rpc.behave(fault);
        const { outcomes, findings } = await check(receipt);
        expect(outcomes).to.deep.equal(allPassed);
        expect(findings).to.match(/by the last Transfer that the node has, of block \d+\./);
      });
    }
  });

  describe("when the owner cannot be read", () => {
    const log = {
      topics: Array(4).fill(`0x${"0".repeat(64)}`),
      blockNumber: "0x1",
      logIndex: "0x0",
    };
    const silences = {
      "the node is unreachable": {
        fault: faults.dropsTheConnection(),
        words:
          /^Can't reach the node at 127\.0\.0\.1:\d+: check that it runs and that its address is right, or use another\.$/,
      },
      "the node serves another chain": {
        fault: faults.answers("0x1", "eth_chainId"),
        words: /^The RPC endpoint serves chain 1, not chain 31337: use one for chain 31337\.$/,
      },
      "the chain has not reached its block": {
        fault: faults.answers("0x0", "eth_blockNumber"),
        words:
          /^The node's newest block is 0: check again once it has block \d+, or use another node\.$/,
      },
      "the node has neither its state nor events": {
        fault: faults.fails(pruned, "eth_call", "eth_getLogs"),
        words: /^The node can't answer for block \d+; an archive node can\.$/,
      },
      "the node returns events that were not requested": {
        fault: (call: RpcCall, response: ServerResponse) =>
          faults.fails(pruned, "eth_call")(call, response) ||
          faults.answers([{ ...log, address: stranger.address }], "eth_getLogs")(call, response),
        words: /^The node returned events that were not requested, so it can't be trusted: /,
      },
      "the node asks for a key": {
        fault: faults.failsToServe(401),
        words: /^The node at 127\.0\.0\.1:\d+ responded with status 401: check its address, /,
      },
      "the node refuses to answer": {
        fault: faults.fails({ code: -32_000, message: "no such project" }),
        words: /^The node at 127\.0\.0\.1:\d+ refused with “no such project”: check its address, /,
      },
      "the address is that of a website": {
        fault: faults.sendsHtml(),
        words: /^The server at 127\.0\.0\.1:\d+ does not respond as an RPC endpoint does: /,
      },
    };
    for (const [name, { fault, words }] of Object.entries(silences)) {
      it(`reports the owner as not checkable, with the reason: ${name}`, async () => {
        const receipt = await receiptOf();
        rpc.behave(fault);
        const { outcomes, findings } = await check(receipt);
        expect(outcomes).to.deep.equal({ ...allPassed, Owner: "not checkable" });
        expect(findings.split("\n").at(-1)).to.match(words);
      });
    }
  });

  it("waits and asks again when the node limits the rate of requests", async () => {
    const receipt = await receiptOf();
    let refusals = 2;
    rpc.behave((_, response) => {
      refusals -= 1;
      if (refusals < 0) return false;
      response.writeHead(429, { "retry-after": "0" }).end();
      return true;
    });
    expect((await check(receipt)).outcomes).to.deep.equal(allPassed);
  });

  describe("when a contract wallet signed it", () => {
    const walletsReceipt = async () =>
      make.receiptOf(await make.signedByWallet(await make.deployWallet()));

    it("passes if the wallet accepts the signature", async () => {
      const { outcomes, findings } = await check(await walletsReceipt());
      expect(outcomes).to.deep.equal(allPassed);
      expect(findings).to.contain("is a contract wallet, and it recognises the signature");
    });

    for (const [name, fault] of Object.entries({
      "the node fails": faults.failsToServe(503, "eth_getCode"),
      "the node returns null for its code": faults.answers(null, "eth_getCode"),
    })) {
      it(`is not checkable, rather than invalid, if ${name}`, async () => {
        const receipt = await walletsReceipt();
        rpc.behave(fault);
        const { outcomes, findings } = await check(receipt);
        expect(outcomes.Signature).to.equal("not checkable");
        expect(findings).to.contain("validating a contract wallet's signature needs the chain");
      });
    }
  });
});
