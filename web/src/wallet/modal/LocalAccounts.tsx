import { lazy, Suspense } from "react";

// DEV is a build-time constant: production bundles omit this.
const DevAccounts = import.meta.env.DEV
  ? lazy(() => import("../../dev/DevAccounts.tsx"))
  : undefined;

/** The local node's accounts in development, nothing in production. */
export function LocalAccounts() {
  return (
    DevAccounts && (
      <Suspense>
        <DevAccounts />
      </Suspense>
    )
  );
}
