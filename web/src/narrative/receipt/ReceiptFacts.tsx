import type { NarrativeRecord } from "#protocol/narrative";
import { Address } from "../../components/Address.tsx";
import { runtimeConfig } from "../../env.ts";
import { exactTime } from "../history/when.ts";

/** What a receipt says: the signed message, its signer, and when the signer owned the drifter. */
export function ReceiptFacts({ receipt }: { receipt: NarrativeRecord }) {
  const { drifterId, signedMessage, signature, author, blockNumber, contract, chainId } = receipt;
  const { chain } = runtimeConfig();
  const network = chain.id === chainId ? `${chain.name}, chain ${chainId}` : `chain ${chainId}`;
  return (
    <dl className="receipt__facts">
      <dt>Signed message</dt>
      <dd>
        <code>{signedMessage}</code>
        <p>It ends with the SHA-256 of the text, so the signature covers every character.</p>
      </dd>
      <dt>Signed by</dt>
      <dd>
        <Address address={author} />
      </dd>
      <dt>Signature</dt>
      <dd>
        <code className="receipt__signature">{signature}</code>
      </dd>
      <dt>Owner of Drifter {drifterId}</dt>
      <dd>
        The signer, at block {blockNumber} of {network}, by the contract <code>{contract}</code>
      </dd>
      <dt>Saved</dt>
      <dd>
        <time dateTime={receipt.savedAt}>{exactTime(new Date(receipt.savedAt))}</time>, as revision{" "}
        {receipt.revision}. The service sets both; they aren't signed.
      </dd>
    </dl>
  );
}
