import { useQuery } from "@tanstack/react-query";
import { useConnection } from "wagmi";
import { nouns } from "#protocol/values/noun";
import { shortAddress } from "../chain/shortAddress.ts";
import { runtimeConfig } from "../env.ts";
import { ErrorNotice } from "../wallet/modal/NetworkViews.tsx";
import { useBecome } from "./BecomeOwner.tsx";
import { type DevAccount, describeTokens, readDevAccounts } from "./devAccounts.ts";

/** Renders the local node's accounts with their tokens; a click switches the dev wallet to an account. */
export default function DevAccounts() {
  const accounts = useQuery({
    queryKey: ["devAccounts"],
    queryFn: () => readDevAccounts(runtimeConfig()),
    gcTime: 0,
  });
  const become = useBecome();
  const all = accounts.data ?? [];
  const owners = all.filter(({ tokens }) => tokens.length > 0);
  const parts = all.filter(({ tokens, role }) => tokens.length === 0 && role);
  const others = all.filter(({ tokens, role }) => tokens.length === 0 && !role);

  return (
    <section
      className="dev-accounts stack"
      aria-labelledby="dev-accounts-title"
      aria-busy={accounts.isPending}
    >
      <h3 id="dev-accounts-title">Local accounts</h3>
      {accounts.isError && <p role="alert">Can't reach the local node.</p>}
      <Entries accounts={[...owners, ...parts]} become={become} />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length} more, without {nouns}
          </summary>
          <Entries accounts={others} become={become} />
        </details>
      )}
      <ErrorNotice error={become.error} />
    </section>
  );
}

interface EntriesProps {
  accounts: readonly DevAccount[];
  become: ReturnType<typeof useBecome>;
}

function Entries({ accounts, become }: EntriesProps) {
  const { address } = useConnection();
  return (
    <ul className="stack">
      {accounts.map((account) => (
        <li key={account.address}>
          <button
            type="button"
            className="wallet-list__entry"
            aria-pressed={account.address === address}
            disabled={become.isPending}
            onClick={() => become.mutate(account.address)}
          >
            <span>
              {account.number === undefined ? "Live account" : `Account ${account.number}`}{" "}
              {account.role && <em>{account.role}</em>}
            </span>
            <code className="small">{shortAddress(account.address)}</code>
            <span className="small">{describeTokens(account)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
