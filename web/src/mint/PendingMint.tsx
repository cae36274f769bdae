import { NavLink } from "react-router-dom";
import type { Address } from "viem";
import { pages } from "#protocol/wire/pages";
import { useTransaction } from "../transactions/useTransaction.ts";
import { getPurchaseTracker } from "./purchase/purchaseTrackers.ts";

/** Renders the header's link to a mint that is pending, or was confirmed while another page was open. */
export default function PendingMint({ wallet }: { wallet: Address }) {
  const { stage, unanswered } = useTransaction(getPurchaseTracker(wallet));
  const qty = "order" in stage ? stage.order.qty : unanswered?.order.qty;
  const label = {
    confirmed: `Minted ${qty}`,
    asking: "Confirm in your wallet",
    sent: `Minting ${qty}…`,
  }[stage.step as "sent"];
  const shown = label ?? (unanswered && "Mint not confirmed");
  return (
    <span role="status">
      {shown && (
        <NavLink
          to={pages.mint.path}
          className="site-header__pending"
          data-is-done={stage.step === "confirmed"}
        >
          <span className="lamp" aria-hidden="true" />
          {shown}
        </NavLink>
      )}
    </span>
  );
}
