import { type Address, hashMessage, isAddressEqual } from "viem";
import type { NarrativeRecord } from "#protocol/narrative";
import { narrativeHash, ownershipMessage } from "#protocol/narrativeMessage";
import { recoverSigner } from "#protocol/recoverSigner";
import type { ReceiptChain } from "./receiptChain.ts";

/** One thing that a receipt must prove, and whether it does. */
export interface Step {
  name: "Text" | "Message" | "Collection" | "Signature" | "Owner";
  outcome: "passed" | "failed" | "not checkable";
  /** What was seen, for people. */
  finding: string;
}

/** The collection that this page shows. */
export interface ShownCollection {
  chainId: number;
  contractAddress: Address;
}

/** Checks a receipt as a stranger does: it believes the chain, and not the service that handed it over. */
export async function checkReceipt(
  receipt: NarrativeRecord,
  collection: ShownCollection,
  chain: ReceiptChain,
): Promise<Step[]> {
  const beside = [checkText(receipt), checkMessage(receipt), checkCollection(receipt, collection)];
  const isForeign = beside.some(
    ({ name, outcome }) => name === "Collection" && outcome === "failed",
  );
  const asked = await Promise.all([
    checkSignature(receipt, chain),
    isForeign ? foreignOwner : checkOwner(receipt, chain),
  ]);
  return [...beside, ...asked];
}

function checkText({ narrative, signedMessage }: NarrativeRecord): Step {
  if (!narrative.isWellFormed() || narrative.includes("\0")) {
    return failed("Text", "It holds half a character or a NUL, so other texts have the same hash.");
  }
  const hash = narrativeHash(narrative);
  return signedMessage.endsWith(hash)
    ? passed("Text", `Its SHA-256 is ${hash}, as the message says.`)
    : failed("Text", `Its SHA-256 is ${hash}, which is not what the message says.`);
}

function checkMessage({ drifterId, narrative, signedMessage }: NarrativeRecord): Step {
  return signedMessage === ownershipMessage(drifterId, narrativeHash(narrative))
    ? passed("Message", `“${signedMessage}”`)
    : failed(
        "Message",
        `“${signedMessage}” is not what an owner of Drifter ${drifterId} signs for this text.`,
      );
}

function checkCollection(
  { chainId, contract }: NarrativeRecord,
  { chainId: shownChain, contractAddress }: ShownCollection,
): Step {
  const isOurs = chainId === shownChain && isAddressEqual(contract, contractAddress);
  const place = `the contract ${contract} on chain ${chainId}`;
  return isOurs
    ? passed("Collection", `It is for ${place}, which this site shows.`)
    : failed("Collection", `It is for ${place}, which is not the collection of this site.`);
}

async function checkSignature(receipt: NarrativeRecord, chain: ReceiptChain): Promise<Step> {
  const { author, signedMessage, signature, blockNumber } = receipt;
  const signer = await recoverSigner(signedMessage, signature);
  if (signer !== undefined && isAddressEqual(signer, author)) {
    return passed("Signature", `It is by the key of ${signer}, the author.`);
  }
  const answer = await chain.askWallet({
    wallet: author,
    hash: hashMessage(signedMessage),
    signature,
    blockNumber: BigInt(blockNumber),
  });
  switch (answer.kind) {
    case "recognised":
      return passed(
        "Signature",
        `The author ${author} is a contract wallet, and it recognises the signature.`,
      );
    case "refused":
      return failed(
        "Signature",
        `The author ${author} is a contract wallet, and it does not recognise the signature.`,
      );
    case "noWallet":
      return failed(
        "Signature",
        signer
          ? `It is by the key of ${signer}, not of the author ${author}.`
          : "It is by no key at all.",
      );
    case "unknown":
      return notCheckable(
        "Signature",
        `It is not by the author's own key. A contract wallet may have made it, which only the chain can say. ${answer.why}`,
      );
  }
}

async function checkOwner(receipt: NarrativeRecord, chain: ReceiptChain): Promise<Step> {
  const { drifterId, author, blockNumber } = receipt;
  const answer = await chain.askOwner(drifterId, BigInt(blockNumber));
  const place = `At block ${blockNumber}`;
  switch (answer.kind) {
    case "owned":
      return isAddressEqual(answer.owner, author)
        ? passed("Owner", `${place} the chain says that ${author} owned Drifter ${drifterId}.`)
        : failed(
            "Owner",
            `${place} Drifter ${drifterId} was owned by ${answer.owner}, not by the author ${author}.`,
          );
    case "nobody":
      return failed("Owner", `${place} there was no Drifter ${drifterId}.`);
    case "unknown":
      return notCheckable("Owner", answer.why);
  }
}

const foreignOwner: Step = notCheckable(
  "Owner",
  "This site knows only the chain of its own collection.",
);

function passed(name: Step["name"], finding: string): Step {
  return { name, outcome: "passed", finding };
}

function failed(name: Step["name"], finding: string): Step {
  return { name, outcome: "failed", finding };
}

function notCheckable(name: Step["name"], finding: string): Step {
  return { name, outcome: "not checkable", finding };
}
