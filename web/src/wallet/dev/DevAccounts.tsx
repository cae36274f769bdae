import { useMutation, useQuery } from "@tanstack/react-query";
import { useConfig, useConnection, useConnectors } from "wagmi";
import { connect } from "wagmi/actions";
import { runtimeConfig } from "../../env.ts";
import { shortAddress } from "../shortAddress.ts";
import { describeDrifters, readDevAccounts } from "./devAccounts.ts";
import { selectAccountMethod } from "./devWallet.ts";
import "./DevAccounts.css";

/** The local node's accounts with the drifters they own: one click becomes any of them. */
export default function DevAccounts() {
  const config = useConfig();
  const { address, status } = useConnection();
  const connector = useConnectors().find(({ type }) => type === "dev");
  const accounts = useQuery({
    queryKey: ["devAccounts"],
    queryFn: () => readDevAccounts(runtimeConfig()),
    gcTime: 0,
  });
  const become = useMutation({
    mutationFn: async (account: string) => {
      if (!connector) return;
      const provider = await connector.getProvider();
      // Safety: this connector is ours, and its provider is an EIP-1193 one.
      const { request } = provider as { request(_: object): Promise<unknown> };
      await request({ method: selectAccountMethod, params: account });
      if (status !== "connected") await connect(config, { connector });
    },
  });

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
    </section>
  );
}
