import type { ComponentType } from "react";
import type { CreateConnectorFn } from "wagmi";

/** Development's additions to the wallet. They depend on this folder, so `main.tsx` injects them. */
export const developerTools: {
  connector?: () => Promise<CreateConnectorFn>;
  accounts?: () => Promise<{ default: ComponentType }>;
} = {};
