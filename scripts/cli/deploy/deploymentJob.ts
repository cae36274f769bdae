import type {
  HardhatEthersProvider,
  HardhatEthersSigner,
} from "@nomicfoundation/hardhat-ethers/types";
import type { CollectionSources } from "./compileCollection.ts";
import type { BegunDeployment, DeploymentFiles } from "./deploymentFiles.ts";
import type { DeploymentNetwork } from "./network.ts";
import type { DeploymentParameters } from "./parameters.ts";

/** Name and value of a row for a terminal. */
export type Row = readonly [name: string, value: string];

export interface DeployOptions {
  network: DeploymentNetwork;
  parameters: DeploymentParameters;
  /** Takes seconds; called only after every check has passed. */
  compile(): Promise<CollectionSources>;
  files: DeploymentFiles;
  /** Whether to replace an existing deployment. */
  replace: boolean;
  /** Asks for confirmation, once before the first transaction. */
  confirm(plan: readonly Row[]): Promise<boolean>;
  report(line: string): void;
}

/** A running deployment: its options and what was derived from them. */
export interface DeploymentJob extends DeployOptions {
  provider: HardhatEthersProvider;
  deployer: HardhatEthersSigner;
  sources: CollectionSources;
  constructorArguments: string;
  /** Data of the creating transaction. */
  creationCode: string;
  /** Values that an earlier attempt must share to be resumed. */
  identity: Pick<BegunDeployment, "creationCodeHash" | "parameters">;
}
