import { Link } from "react-router-dom";
import { pages } from "#protocol/pages";
import { Notice } from "../components/Notice.tsx";
import { NotSaved } from "../components/NotSaved.tsx";
import { useDocumentTitle } from "../page/usePage.ts";
import { WalletScope } from "../wallet/WalletScope.tsx";
import { Sale } from "./Sale.tsx";
import { SaleSummarySkeleton } from "./SaleSummary.tsx";
import { useSale } from "./saleQueries.ts";
import "./MintPage.css";

export default function MintPage() {
  useDocumentTitle(pages.mint.title);
  return (
    <WalletScope>
      <div className="mint stack stack--page">
        <header className="mint__opening">
          <h1>Mint a drifter</h1>
          <p>
            Now and then the dust lets a few more through. Mint one, and it is yours to keep, to
            pass on and to write about.
          </p>
        </header>
        <NotSaved>Stay on this page until your mint is confirmed.</NotSaved>
        <SaleNow />
        <p className="eyebrow">
          <Link to={pages.phases.path}>Which drifters are in which phase</Link>
        </p>
      </div>
    </WalletScope>
  );
}

function SaleNow() {
  const { data, isError, isPaused } = useSale();
  const isOutOfReach = isError || isPaused;
  return (
    <>
      {isOutOfReach && (
        <Notice tone="alert">
          Can't reach the network{data && "; this may be out of date"}. This page keeps trying.
        </Notice>
      )}
      {data ? <Sale {...data} /> : !isOutOfReach && <SaleSummarySkeleton />}
    </>
  );
}
