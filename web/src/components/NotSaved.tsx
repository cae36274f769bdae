import { type ReactNode, useState } from "react";
import { isStoragePersistent } from "../page/storage.ts";
import { Notice } from "./Notice.tsx";

/** Renders a warning that the browser saves nothing from this site. */
export function NotSaved({ children }: { children: ReactNode }) {
  const [isSaved] = useState(isStoragePersistent);
  return isSaved ? null : (
    <Notice tone="warning">Your browser isn't saving anything you do here. {children}</Notice>
  );
}
