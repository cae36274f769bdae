import { Link } from "react-router-dom";
import { WalletScope } from "../wallet/WalletScope.tsx";
import { BecomeOwner } from "./BecomeOwner.tsx";
import { Switches } from "./Switches.tsx";
import "./DevPanel.css";

/** The developer's panel: become a drifter's owner, and let anything go wrong. No production bundle has it. */
export default function DevPanel() {
  return (
    <details className="dev-panel">
      <summary>Developer</summary>
      <div className="dev-panel__body">
        <WalletScope>
          <BecomeOwner />
          <Switches />
          <p>
            The sale: <Link to="/phases">plan the phases</Link>.
          </p>
        </WalletScope>
      </div>
    </details>
  );
}
