import { useMutation } from "@tanstack/react-query";
import { switchChain } from "wagmi/actions";
import { chainName } from "../chain/chainName.ts";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { runtimeConfig } from "../env.ts";
import { describeWalletError } from "../wallet/messages.ts";
import { walletConfig } from "../wallet/WalletScope.tsx";

/** Renders a button that switches the wallet from a wrong network to the collection's. */
export function SwitchNetwork({ chainId }: { chainId: number | undefined }) {
  const { chain } = runtimeConfig();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => switchChain(walletConfig, { chainId: chain.id }),
  });
  const failure = error && describeWalletError(error);
  return (
    <>
      <p className="soft">
        Your wallet is on {chainName(chainId)}. This collection is on {chain.name}.
      </p>
      <Button
        isPrimary
        isWide
        data-focus-target="mint"
        disabled={isPending}
        onClick={() => mutate()}
      >
        {isPending ? "Check your wallet…" : `Switch to ${chain.name}`}
      </Button>
      <div role="status">{failure?.isRejection && <Notice>{failure.message}</Notice>}</div>
      {failure && !failure.isRejection && <Notice tone="alert">{failure.message}</Notice>}
    </>
  );
}
