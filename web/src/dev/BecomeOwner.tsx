import { useMutation, useQuery } from "@tanstack/react-query";
import { useMatch } from "react-router-dom";
import { createPublicClient, http } from "viem";
import { useConfig, useConnection, useConnectors } from "wagmi";
import { connect } from "wagmi/actions";
import { collectionAbi } from "#chain/abi";
import { isDrifterId } from "#protocol/values/drifterId";
import { aNoun } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { Button } from "../components/Button.tsx";
import { runtimeConfig } from "../env.ts";
import { ErrorNotice } from "../wallet/modal/NetworkViews.tsx";
import { selectAccountMethod } from "./devWallet.ts";

/** Renders, on a token's page, a button that connects the dev wallet as the token's owner. */
export function BecomeOwner() {
  const drifterId = useMatch(pages.token.path)?.params.drifterId;
  return drifterId !== undefined && isDrifterId(drifterId) ? (
    <OwnerOf key={drifterId} drifterId={drifterId} />
  ) : (
    <p>Open {aNoun} to become its owner.</p>
  );
}

function OwnerOf({ drifterId }: { drifterId: string }) {
  const { address } = useConnection();
  const become = useBecome();
  const owner = useQuery({
    queryKey: ["devOwner", drifterId],
    queryFn: () => readOwner(drifterId),
    gcTime: 0,
    refetchInterval: 4_000,
  });
  if (owner.isPending) return <p>Reading the owner of #{drifterId}…</p>;
  if (owner.isError) return <p>Nobody owns #{drifterId}, or the node is unreachable.</p>;
  const isOwner = owner.data === address;
  return (
    <>
      <Button
        isPrimary
        disabled={isOwner || become.isPending}
        onClick={() => become.mutate(owner.data)}
      >
        {isOwner ? `You own #${drifterId}` : `Become the owner of #${drifterId}`}
      </Button>
      <ErrorNotice error={become.error} />
    </>
  );
}

function readOwner(drifterId: string) {
  const { chain, contract } = runtimeConfig();
  const client = createPublicClient({
    // Batched requests are exempt from the panel's simulated faults.
    transport: http(chain.rpcUrls.default.http[0], { batch: { wait: 1 } }),
  });
  return client.readContract({
    abi: collectionAbi,
    address: contract,
    functionName: "ownerOf",
    args: [BigInt(drifterId)],
  });
}

/** Returns a function that switches the dev wallet to an account of the node, and connects it if necessary. */
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
