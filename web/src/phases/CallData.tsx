import { callBatchFile, prepareCall } from "#protocol/sale/callBatch";
import type { SaleCall } from "#protocol/sale/saleCalls";
import { CopyButton } from "../components/CopyButton.tsx";
import { runtimeConfig } from "../env.ts";

interface CallDataProps {
  calls: readonly SaleCall[];
  isOpen: boolean;
}

/** The calls for a wallet outside this browser, such as a hardware wallet or a multisig. */
export function CallData({ calls, isOpen }: CallDataProps) {
  const { chain, contractAddress } = runtimeConfig();
  const file = callBatchFile(chain.id, contractAddress, calls);
  return (
    <details className="call-data" open={isOpen}>
      <summary>Call data for another wallet</summary>
      <p className="phases__hint">
        Send them in this order to <code>{contractAddress}</code> on chain {chain.id}, with no
        value; wait for each to confirm before you send the next. Safe's Transaction Builder accepts
        the JSON.
      </p>
      <ol>
        {calls.map((each, index) => {
          const { call, data } = prepareCall(contractAddress, each);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls may repeat, so the index is the key.
            <li key={index}>
              <code>{call}</code>
              <code className="call-data__bytes">{data}</code>
              <CopyButton key={data} text={data} label={`Copy data of call ${index + 1}`} />
            </li>
          );
        })}
      </ol>
      <div className="call-data__actions">
        <CopyButton key={contractAddress} text={contractAddress} label="Copy address" />
        <CopyButton key={file} text={file} label="Copy all as JSON" />
      </div>
    </details>
  );
}
