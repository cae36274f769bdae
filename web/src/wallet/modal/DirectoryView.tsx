import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import { Button } from "../../components/Button.tsx";
import { TextField } from "../../components/Field.tsx";
import { Notice } from "../../components/Notice.tsx";
import { runtimeConfig } from "../../env.ts";
import { allWalletsOptions } from "../directory/directoryQueries.ts";
import { RelayUnavailable } from "./RelayView.tsx";
import { useRecommendedWallets, WalletGrid } from "./WalletGrid.tsx";

/** Renders all of the directory's wallets, page by page, with a search. */
export default function DirectoryView() {
  const { walletConnect } = runtimeConfig();
  return walletConnect ? <Directory directory={walletConnect} /> : <RelayUnavailable />;
}

function Directory({ directory }: { directory: WalletConnectConfig }) {
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const [isComposing, setIsComposing] = useState(false);
  // An input method is still composing.
  if (!isComposing && search !== typed.trim()) setSearch(typed.trim());
  const recommended = useRecommendedWallets();
  const pages = useInfiniteQuery(allWalletsOptions(directory, search));
  const found = pages.data?.pages.flatMap(({ wallets }) => wallets) ?? [];
  const matchingRecommended = recommended.filter(({ name }) =>
    name.toLowerCase().includes(search.toLowerCase()),
  );
  const others = found.filter(({ id }) => !matchingRecommended.some((wallet) => wallet.id === id));
  const wallets = [...matchingRecommended, ...others];

  return (
    <>
      <TextField
        type="search"
        label="Search wallets"
        value={typed}
        onText={setTyped}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
      />
      <WalletGrid wallets={wallets} label="All wallets" />
      <p className="soft" role="status">
        {pages.isPending && "Loading the directory…"}
        {pages.isSuccess && wallets.length === 0 && `No wallet matches “${search}”.`}
      </p>
      <div role="status">
        {pages.isError && (
          <Notice>
            The wallet directory is unavailable. Use one of the wallets above, or any other through
            WalletConnect.
          </Notice>
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
