import type { Abi, Hex } from "viem";
import type { StorageLayout } from "./storageLayout.ts";

/** The compiler output that a trace needs; serializable as JSON. */
export interface ContractBuild {
  contracts: readonly BuiltContract[];
}

/** A compiled contract. */
export interface BuiltContract {
  name: string;
  abi: Abi;
  creation: Hex;
  deployed: CompiledCode;
  layout?: StorageLayout;
}

/** Deployed code of a contract. */
interface CompiledCode {
  object: Hex;
  /** Byte ranges of immutables, which the constructor fills in. */
  immutables: readonly { start: number; length: number }[];
}

/** Finds the contract with this deployed code, ignoring immutable values. */
export function findDeployed(build: ContractBuild, code: Hex): BuiltContract | undefined {
  return build.contracts.find(({ deployed }) => {
    if (deployed.object.length !== code.length || code === "0x") return false;
    return maskImmutables(deployed, code) === maskImmutables(deployed, deployed.object);
  });
}

/**
 * Adds a different version's deployed code to a contract, so that traces use the build's names for that version, but not
 * its storage layout, because that may differ.
 */
export function addDeployedCode(build: ContractBuild, name: string, code: Hex): ContractBuild {
  const found = build.contracts.find((each) => each.name === name);
  if (found === undefined || findDeployed(build, code)) return build;
  const { layout: _, ...contract } = found;
  const deployed: CompiledCode = { object: code, immutables: [] };
  return { ...build, contracts: [...build.contracts, { ...contract, deployed }] };
}

/** Finds the contract whose creation code, followed by constructor arguments, is `input`. */
export function findCreated(build: ContractBuild, input: Hex): BuiltContract | undefined {
  return build.contracts.find(({ creation }) => creation !== "0x" && input.startsWith(creation));
}

function maskImmutables({ immutables }: CompiledCode, code: Hex): string {
  return immutables.reduce((text, { start, length }) => {
    const from = 2 + 2 * start;
    return text.slice(0, from) + "0".repeat(2 * length) + text.slice(from + 2 * length);
  }, code as string);
}
