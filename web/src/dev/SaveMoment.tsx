import { useMutation } from "@tanstack/react-query";
import { Button } from "../components/Button.tsx";
import { localStore, type PageStorage, tabStore } from "../page/storage.ts";
import { requestWorld } from "./chain/worldClient.ts";

/** Items that belong to the world, or that contain a wallet's keys. */
const omitted = /^(cache|dev\.worldId)$|^wc@|walletconnect/i;

/** Renders a button that saves the world, this page and its state in a file. */
export function SaveMoment() {
  const save = useMutation({
    mutationFn: () => requestWorld("moment", "", readPage()),
  });
  return (
    <>
      <Button onClick={() => save.mutate()}>Save this moment</Button>
      <p role="status">{save.data}</p>
      {save.error && <p role="alert">{save.error.message}</p>}
    </>
  );
}

function readPage() {
  const { pathname, search, hash } = location;
  return { path: pathname + search + hash, local: readItems(localStore), tab: readItems(tabStore) };
}

function readItems(store: PageStorage): Record<string, string> {
  const keys = store.keys().filter((key) => !omitted.test(key));
  return Object.fromEntries(keys.map((key) => [key, store.getItem(key) ?? ""]));
}
