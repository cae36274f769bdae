import type { ComponentType } from "react";
import type { CreateConnectorFn } from "wagmi";

/** Wallet additions for development. Injected by `main.tsx`, because they depend on this folder. */
export const developerTools: {
  connector?: () => Promise<CreateConnectorFn>;
  accounts?: () => Promise<{ default: ComponentType }>;
} = {};
