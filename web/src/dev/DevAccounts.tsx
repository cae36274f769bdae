import { useQuery } from "@tanstack/react-query";
import { useConnection } from "wagmi";
import { runtimeConfig } from "../env.ts";
import { RefusalNotice } from "../wallet/modal/RefusalNotice.tsx";
import { shortAddress } from "../wallet/shortAddress.ts";
import { describeDrifters, readDevAccounts } from "./devAccounts.ts";
import { useBecome } from "./useBecome.ts";
import "./DevAccounts.css";

/** The local node's accounts with the drifters they own: one click becomes any of them. */
export default function DevAccounts() {
  const { address } = useConnection();
  const accounts = useQuery({
    queryKey: ["devAccounts"],
    queryFn: () => readDevAccounts(runtimeConfig()),
    gcTime: 0,
  });
  const become = useBecome();

  return (
    <section className="dev-accounts" aria-labelledby="dev-accounts-title">
      <h3 id="dev-accounts-title">Local accounts</h3>
      {accounts.isError && <p role="alert">The local node does not answer.</p>}
      <ol start={0}>
        {accounts.data?.map((account, index) => (
          <li key={account.address}>
            <button
              type="button"
              aria-pressed={account.address === address}
              disabled={become.isPending}
              onClick={() => become.mutate(account.address)}
            >
              <span>Account {index}</span>
              <code>{shortAddress(account.address)}</code>
              <span>{describeDrifters(account.drifters)}</span>
            </button>
          </li>
        ))}
      </ol>
      <RefusalNotice error={become.error} />
    </section>
  );
}
