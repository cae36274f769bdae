import { useId, useState } from "react";
import { TransactionNotice } from "../transactions/TransactionNotice.tsx";
import { useWallet } from "../wallet/useWallet.ts";
import { AuthorizationNews } from "./AuthorizationNews.tsx";
import { Explanation } from "./explanation/Explanation.tsx";
import { inCoins } from "./inWords.ts";
import { MintDesk } from "./MintDesk.tsx";
import { MintSteps } from "./MintSteps.tsx";
import { mintedDrifters } from "./mintedDrifters.ts";
import { NewDrifters } from "./NewDrifters.tsx";
import { mintObstacle } from "./obstacle.ts";
import type { SaleNow } from "./readSaleNow.ts";
import { SaleBoard } from "./SaleBoard.tsx";
import { mostAtOnce } from "./supply.ts";
import { thisCollection } from "./thisCollection.ts";
import { useExplanation } from "./useExplanation.ts";
import { useMinting } from "./useMinting.ts";
import { useOpenOn } from "./useOpenOn.ts";

/** The sale as it is, and a visitor's way to a part of it. */
export function Sale({ sale, blockNumber, canRehearse }: SaleNow) {
  const { address } = useWallet();
  const minting = useMinting();
  const [wanted, setWanted] = useState(1);
  const { state, failure, isAuthorizing, pasted } = minting;
  // What is left may grow less while somebody thinks.
  const qty = pasted ? Number(pasted.qty) : Math.max(1, Math.min(wanted, mostAtOnce(sale)));
  const authorization = address && minting.authorizationFor({ minter: address, qty, sale });
  const page = { wallet: address, qty: BigInt(qty), authorization };
  const question = canRehearse && address ? { ...page, wallet: address } : undefined;
  const { data, isPlaceholderData } = useExplanation(question, blockNumber);
  // What was said of another wallet is no word on this one.
  const explanation = data?.wallet === address ? data : undefined;
  // What was said of the question before knows nothing of an authorisation that has just come.
  const isAuthorized = authorization !== undefined && !isPlaceholderData;
  const obstacle = mintObstacle({ sale, explanation, isAuthorized });
  const hasFailed =
    obstacle !== undefined || (state.step === "refused" && !state.refusal.isRejection);
  const [isOpen, setIsOpen] = useOpenOn(hasFailed);
  const obstacleId = useId();
  const total = inCoins(BigInt(qty) * sale.price);

  if (state.step === "confirmed") {
    const drifterIds = mintedDrifters(state.receipt.logs, thisCollection().address);
    return (
      <NewDrifters drifterIds={drifterIds} hash={state.sent.hash} onMore={minting.startOver} />
    );
  }
  return (
    <>
      <div role="status">
        {obstacle !== undefined && !minting.isBusy && (
          <p id={obstacleId} className="notice notice--warning">
            {obstacle}
          </p>
        )}
      </div>
      <div className="mint__sale">
        <SaleBoard sale={sale} />
        <MintDesk
          sale={sale}
          qty={qty}
          onQuantity={setWanted}
          minting={minting}
          obstacle={obstacle}
          obstacleId={obstacleId}
        />
      </div>
      <MintSteps
        isAuthorizing={isAuthorizing}
        isUnauthorized={failure !== undefined}
        isPasted={pasted !== undefined}
        state={state}
        total={total}
      />
      <div className="mint__news">
        <AuthorizationNews minting={minting} onQuantity={setWanted} />
        <TransactionNotice state={state} onForget={minting.startOver} />
      </div>
      {canRehearse ? (
        <Explanation page={page} blockNumber={blockNumber} isOpen={isOpen} onToggle={setIsOpen} />
      ) : (
        <p className="notice">
          This chain's node cannot try what has not happened, so not every rule can be shown. Before
          your wallet is asked, the contract still says what it would refuse first.
        </p>
      )}
    </>
  );
}
