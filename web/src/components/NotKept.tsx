import { type ReactNode, useState } from "react";
import { isStorageKept } from "../page/storage.ts";
import { Notice } from "./Notice.tsx";

/** Says what follows, if the browser keeps nothing of this page. */
export function NotKept({ children }: { children: ReactNode }) {
  const [isKept] = useState(isStorageKept);
  return isKept ? null : (
    <Notice tone="warning">Your browser keeps nothing of what you do here. {children}</Notice>
  );
}
