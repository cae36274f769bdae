import { type ReactNode, useState } from "react";
import { isStorageKept } from "../storage.ts";

/** Says what follows, if the browser keeps nothing of this page. */
export function NotKept({ children }: { children: ReactNode }) {
  const [isKept] = useState(isStorageKept);
  return isKept ? null : (
    <p className="notice notice--warning">
      Your browser keeps nothing of what you do here. {children}
    </p>
  );
}
