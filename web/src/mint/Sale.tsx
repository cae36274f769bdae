import { useEffect } from "react";
import { Link } from "react-router-dom";
import { nouns } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import type { PlannedPhase } from "#protocol/wire/responses";
import type { SaleFacts } from "#sale/saleFacts";
import { unsupportedMessage } from "#sale/simulate";
import { Notice } from "../components/Notice.tsx";
import { useFocusRules } from "../page/focusRules.ts";
import type { AtBlock } from "../sale/useSale.ts";
import { findNextOpening } from "../sale/useSalePlan.ts";
import type { Message } from "../transactions/messages.ts";
import { TransactionNotice } from "../transactions/TransactionNotice.tsx";
import { useTransaction } from "../transactions/useTransaction.ts";
import { useWallet } from "../wallet/useWallet.ts";
import { Explanation } from "./explanation/Explanation.tsx";
import { useExplanation } from "./explanation/useExplanation.ts";
import { MintForm } from "./MintForm.tsx";
import { MintSteps } from "./MintSteps.tsx";
import { allowanceMessage, blockingReason, formatEthAmount, relevantFailure } from "./messages.ts";
import { NewTokens } from "./NewTokens.tsx";
import { Opening } from "./plan/Opening.tsx";
import { purchaseFocus } from "./purchase/purchase.ts";
import { getPurchaseTracker } from "./purchase/purchaseTrackers.ts";
import { SaleSummary } from "./SaleSummary.tsx";
import { deriveSaleState } from "./saleState.ts";
import { useAllowance } from "./useAllowance.ts";
import { useMintForm, useOpenOn } from "./useMintForm.ts";

interface SaleProps extends AtBlock<{ sale: SaleFacts }> {
  /** The planned phases; none without a plan. */
  phases: readonly PlannedPhase[];
}

/** Renders the sale's summary, the mint form and the explanation. */
export function Sale({ sale, blockNumber, phases }: SaleProps) {
  const { address } = useWallet();
  const tracker = address && getPurchaseTracker(address);
  const purchase = useTransaction(tracker);
  // Each new block may contain the mint, or replace the block that contains it.
  useEffect(() => void tracker?.checkSettled(blockNumber), [tracker, blockNumber]);
  const allowance = useAllowance(address, sale.phase.name, purchase);
  const form = useMintForm({ sale, wallet: address, allowance, purchase, tracker });
  const { stage } = purchase;
  const page = {
    wallet: address,
    qty: BigInt(form.qty ?? 1),
    authorization: form.authorization,
  };
  const query = address && form.qty !== undefined ? { ...page, wallet: address } : undefined;
  const { data, isPlaceholderData } = useExplanation(query, blockNumber);
  // A result for a different wallet or quantity does not apply.
  const isAbout = data?.wallet === address && data?.qty === page.qty;
  // Placeholder data predates a new authorization.
  const isAuthorized = form.authorization !== undefined && !isPlaceholderData;
  const reason = form.isPending
    ? undefined
    : blockingReason({ sale, explanation: data && isAbout ? data : undefined, isAuthorized });
  const failure = relevantFailure(purchase, sale.phase.name);
  const planned = phases.find(({ name }) => name === sale.phase.name);
  const state = deriveSaleState(sale, planned);
  const isOpenNow = state === "open";
  const next = isOpenNow ? undefined : findNextOpening(phases, sale.phase.name, sale.timestamp);
  const hasFailed =
    (isOpenNow && reason !== undefined) || (failure !== undefined && !failure.isRejection);
  const [isOpen, setIsOpen] = useOpenOn(hasFailed);
  useFocusRules(purchaseFocus(purchase), "choosing");

  if (stage.step === "confirmed") {
    const { order, receipt } = stage;
    return <NewTokens order={order} receipt={receipt} onMore={form.reset} />;
  }
  return (
    <>
      <div className="mint__sale stack stack--page">
        <SaleSummary sale={sale} state={state} planned={planned} />
        {isOpenNow || stage.step !== "idle" || purchase.unanswered ? (
          <MintForm
            form={form}
            purchase={purchase}
            isBlocked={reason !== undefined}
            isExplained={isOpen}
            outcome={
              <TransactionNotice
                messages={reason ? [blockingMessage(reason), ...form.messages] : form.messages}
                transaction={purchase}
                tracker={tracker}
              />
            }
          />
        ) : (
          <div className="stack">
            {next?.opensAt && (
              <Opening
                phase={next}
                opensAt={next.opensAt}
                allowance={allowance}
                blockTimestamp={sale.timestamp}
              />
            )}
            {sale.totalSupply > 0n && (
              <p className="row">
                <Link className="button" to={pages.gallery.path}>
                  See all {nouns}
                </Link>
                <Link className="button" to={pages.stories.path}>
                  Read their stories
                </Link>
              </p>
            )}
          </div>
        )}
      </div>
      {form.isPending && (
        <MintSteps
          isPasted={form.paste.signed !== undefined}
          total={formatEthAmount(page.qty * form.price)}
          step={stage.step}
        />
      )}
      {data !== null ? (
        <Explanation
          page={page}
          blockNumber={blockNumber}
          notAllowed={allowance && !form.isAllowed ? allowanceMessage(allowance) : undefined}
          isOpen={isOpen}
          onToggle={setIsOpen}
        />
      ) : (
        <Notice>
          {unsupportedMessage} Minting still shows the first failing rule before your wallet opens.
        </Notice>
      )}
    </>
  );
}

function blockingMessage(text: string): Message {
  return { about: "blocked", tone: "warning", text };
}
