import type { ComponentType } from "react";
import type { CreateConnectorFn } from "wagmi";

/** What development adds to the wallet. It builds on this folder, so `main.tsx` passes it in. */
export const developerTools: {
  connector?: () => Promise<CreateConnectorFn>;
  accounts?: () => Promise<{ default: ComponentType }>;
} = {};
