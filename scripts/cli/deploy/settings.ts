import type { ContractTransactionResponse, Overrides } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { kindOf, type SettingName, saleSettings, settingNames } from "#protocol/sale/saleSettings";
import type { DeploymentParameters } from "./parameters.ts";

/** A wanted value of the contract. It is sent only if the chain's value differs. */
export interface Setting {
  name: string;
  wanted: string;
  /** Reads the value at a block. */
  read(at: { blockTag: number }): Promise<string>;
  apply(overrides: Overrides): Promise<ContractTransactionResponse>;
}

/** Returns the settings of the parameters in the order of sending: minting near the end, the owner last. */
export function settingsOf(contract: FringeDrifters, parameters: DeploymentParameters): Setting[] {
  const { withdrawer, owner, phases } = parameters;
  const others = settingNames.filter((name) => name !== "isMinting");
  return [
    ...phases.map((phase) => phaseSetting(contract, phase)),
    ...others.map((name) => saleSetting(contract, parameters, name)),
    ...(withdrawer ? [withdrawerSetting(contract, withdrawer)] : []),
    saleSetting(contract, parameters, "isMinting"),
    ...(owner ? [ownerSetting(contract, owner)] : []),
  ];
}

function saleSetting(
  contract: FringeDrifters,
  { minting: isMinting, currentPhase: phase, ...parameters }: DeploymentParameters,
  name: SettingName,
): Setting {
  const { view, call, label, kind } = saleSettings[name];
  const { [name]: value } = { ...parameters, isMinting, phase };
  // Safety: parameters and views have values of the setting's kind.
  const format = (value: unknown) => kindOf(name).format(value as never, "ether");
  return {
    name: label,
    wanted: format(value),
    read: async (at) => format(await contract.getFunction(view)(at)),
    apply: (overrides) =>
      contract.getFunction(call).send(...(kind === "switch" ? [] : [value]), overrides),
  };
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
  return BigInt(end) > BigInt(start) ? `IDs ${start}–${BigInt(end) - 1n}` : "no IDs";
}
