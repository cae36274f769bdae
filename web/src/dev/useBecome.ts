import { useMutation } from "@tanstack/react-query";
import { useConfig, useConnection, useConnectors } from "wagmi";
import { connect } from "wagmi/actions";
import { selectAccountMethod } from "./devWallet.ts";

/** Switches the dev wallet to another of the node's accounts, and connects it if necessary. */
export function useBecome() {
  const config = useConfig();
  const { status } = useConnection();
  const connector = useConnectors().find(({ type }) => type === "dev");
  return useMutation({
    mutationFn: async (account: string) => {
      if (!connector) return;
      const provider = await connector.getProvider();
      // Safety: this connector is ours, and its provider is an EIP-1193 one.
      const { request } = provider as { request(_: object): Promise<unknown> };
      await request({ method: selectAccountMethod, params: account });
      if (status !== "connected") await connect(config, { connector });
    },
  });
}
