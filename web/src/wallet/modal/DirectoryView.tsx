import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import { Button } from "../../components/Button.tsx";
import { runtimeConfig } from "../../env.ts";
import { allWalletsOptions } from "../directory/directoryQueries.ts";
import { NotSetUp } from "./NotSetUp.tsx";
import { useRecommendedWallets } from "./useRecommendedWallets.ts";
import { WalletGrid } from "./WalletGrid.tsx";

/** Every wallet of the directory, page by page, and a search. */
export default function DirectoryView() {
  const { walletConnect } = runtimeConfig();
  return walletConnect ? <Directory directory={walletConnect} /> : <NotSetUp />;
}

function Directory({ directory }: { directory: WalletConnectConfig }) {
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const recommended = useRecommendedWallets();
  const pages = useInfiniteQuery(allWalletsOptions(directory, search));
  const found = pages.data?.pages.flatMap(({ wallets }) => wallets) ?? [];
  const known = recommended.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  const others = found.filter(({ id }) => !known.some((wallet) => wallet.id === id));
  const wallets = [...known, ...others];

  return (
    <>
      <input
        type="search"
        className="wallet-search"
        aria-label="Search wallets"
        placeholder="Search wallets"
        onChange={({ target }) => setTyped(target.value)}
      />
      <WalletGrid wallets={wallets} label="All wallets" />
      <p className="wallet-dialog__note" role="status">
        {pages.isPending && "Loading the directory…"}
        {pages.isSuccess && wallets.length === 0 && `No wallet matches “${search}”.`}
      </p>
      <div role="status">
        {pages.isError && (
          <p className="notice">
            The wallet directory is unavailable. Use one of the wallets above, or any other through
            WalletConnect.
          </p>
        )}
      </div>
      {pages.hasNextPage && (
        <Button isWide disabled={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? "Loading…" : "More wallets"}
        </Button>
      )}
    </>
  );
}

const pauseMilliseconds = 250;

/** Debounces a search text, so that not every keystroke sends a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}
