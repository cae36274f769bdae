import { type ReactNode, useState } from "react";
import { isStoragePersistent } from "../page/storage.ts";
import { Notice } from "./Notice.tsx";

/** Says what follows, if the browser keeps nothing of this page. */
export function NotSaved({ children }: { children: ReactNode }) {
  const [isSaved] = useState(isStoragePersistent);
  return isSaved ? null : (
    <Notice tone="warning">Your browser keeps nothing of what you do here. {children}</Notice>
  );
}
