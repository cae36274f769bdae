import type {
  HardhatEthersProvider,
  HardhatEthersSigner,
} from "@nomicfoundation/hardhat-ethers/types";
import type { CollectionSources } from "./compileCollection.ts";
import type { BegunDeployment, DeploymentFiles } from "./deploymentFiles.ts";
import type { DeploymentNetwork } from "./network.ts";
import type { DeploymentParameters } from "./parameters.ts";

/** Name and value of a thing, for people. */
export type Row = readonly [name: string, value: string];

export interface DeployOptions {
  network: DeploymentNetwork;
  parameters: DeploymentParameters;
  /** Takes seconds: called once every check has passed. */
  compile(): Promise<CollectionSources>;
  files: DeploymentFiles;
  /** Whether a deployment that stands there may be given up for a new one. */
  replace: boolean;
  /** Asked once, before the first transaction. */
  confirm(plan: readonly Row[]): Promise<boolean>;
  report(line: string): void;
}

/** One deployment at work: what it was asked, and what was found out since. */
export interface DeploymentJob extends DeployOptions {
  provider: HardhatEthersProvider;
  deployer: HardhatEthersSigner;
  sources: CollectionSources;
  constructorArguments: string;
  /** Data of the creating transaction. */
  creationCode: string;
  /** What makes an earlier try the same deployment as this one. */
  identity: Pick<BegunDeployment, "creationCodeHash" | "parameters">;
}
