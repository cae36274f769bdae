import { reload } from "./reload.ts";
import { isStoragePersistent, tabStore } from "./storage.ts";

const reloadedKey = "reloadedFor";

/** Reloads the page once if code fails to load because a deployment has removed it. */
export function reloadAfterDeployment(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfReplaced());
}

async function reloadIfReplaced(): Promise<void> {
  const entry = document.querySelector("script[type=module][src]")?.getAttribute("src");
  // Without storage, reloads could repeat endlessly.
  if (!entry || !isStoragePersistent() || tabStore.getItem(reloadedKey) === entry) return;
  const page = await fetch("/", { cache: "no-store" }).then(
    (response) => (response.ok ? response.text() : entry),
    () => entry,
  );
  if (page.includes(entry)) return;
  tabStore.setItem(reloadedKey, entry);
  await reload();
}
