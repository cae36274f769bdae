import { lazily } from "../../components/lazily.tsx";

// DEV is a build-time constant: production bundles omit this.
const DevAccounts = import.meta.env.DEV
  ? lazily(() => import("../../dev/DevAccounts.tsx"))
  : undefined;

/** The local node's accounts in development, nothing in production. */
export function LocalAccounts() {
  return DevAccounts && <DevAccounts />;
}
