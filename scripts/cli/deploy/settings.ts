import type { ContractTransactionResponse, Overrides } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { formatEtherAmount } from "#protocol/ether";
import type { DeploymentParameters } from "./parameters.ts";

/** One thing the contract is to say. It is set only while the chain says otherwise. */
export interface Setting {
  name: string;
  wanted: string;
  /** What the chain says at a block. */
  read(at: { blockTag: number }): Promise<string>;
  apply(overrides: Overrides): Promise<ContractTransactionResponse>;
}

/** Everything the parameters want, in the order in which it is set: the owner goes last. */
export function settingsOf(contract: FringeDrifters, parameters: DeploymentParameters): Setting[] {
  const { signer, withdrawer, owner, currentPhase, price, maxBatch, minting } = parameters;
  return [
    {
      name: "Signer",
      wanted: signer,
      read: (at) => contract.signerAddress(at),
      apply: (overrides) => contract.adjustSigner(signer, overrides),
    },
    ...parameters.phases.map((phase) => phaseSetting(contract, phase)),
    {
      name: "Current phase",
      wanted: currentPhase,
      read: (at) => contract.CURRENTPHASE(at),
      apply: (overrides) => contract.changePhase(currentPhase, overrides),
    },
    {
      name: "Price",
      wanted: formatEtherAmount(price),
      read: async (at) => formatEtherAmount(await contract.FD_PRICE(at)),
      apply: (overrides) => contract.adjustPrice(price, overrides),
    },
    {
      name: "Largest batch",
      wanted: String(maxBatch),
      read: async (at) => String(await contract.MAXBATCH(at)),
      apply: (overrides) => contract.adjustMaxBatch(maxBatch, overrides),
    },
    ...(withdrawer ? [withdrawerSetting(contract, withdrawer)] : []),
    {
      name: "Minting",
      wanted: onOrOff(minting),
      read: async (at) => onOrOff(await contract.isMinting(at)),
      apply: (overrides) => contract.toggleMint(overrides),
    },
    ...(owner ? [ownerSetting(contract, owner)] : []),
  ];
}

function phaseSetting(
  contract: FringeDrifters,
  { name, startPoint, endPoint }: DeploymentParameters["phases"][number],
): Setting {
  return {
    name: `Phase "${name}"`,
    wanted: asIds(startPoint, endPoint),
    async read(at) {
      const phase = await contract.AllPhases(name, at);
      return asIds(phase.startingPoint, phase.endPoint);
    },
    apply: (overrides) => contract.adjustPhases(name, startPoint, endPoint, overrides),
  };
}

function withdrawerSetting(contract: FringeDrifters, withdrawer: string): Setting {
  return {
    name: "Withdrawer",
    wanted: withdrawer,
    read: (at) => contract.withdrawAddress(at),
    apply: (overrides) => contract.changeWithdrawer(withdrawer, overrides),
  };
}

function ownerSetting(contract: FringeDrifters, owner: string): Setting {
  return {
    name: "Owner",
    wanted: owner,
    read: (at) => contract.owner(at),
    apply: (overrides) => contract.transferOwnership(owner, overrides),
  };
}

function asIds(start: number | bigint, end: number | bigint): string {
  return BigInt(end) > BigInt(start) ? `ids ${start}–${BigInt(end) - 1n}` : "no ids";
}

function onOrOff(isOn: boolean): string {
  return isOn ? "on" : "off";
}
