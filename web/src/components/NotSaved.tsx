import { type ReactNode, useState } from "react";
import { isStoragePersistent } from "../page/storage.ts";
import { Notice } from "./Notice.tsx";

/** Warns that the browser does not save anything of this page. */
export function NotSaved({ children }: { children: ReactNode }) {
  const [isSaved] = useState(isStoragePersistent);
  return isSaved ? null : (
    <Notice tone="warning">Your browser isn't saving anything that you do here. {children}</Notice>
  );
}
