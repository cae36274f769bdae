import { readFile } from "node:fs/promises";
import type { ArtifactManager } from "hardhat/types/artifacts";
import { collectionConfig } from "#collection/collection.config.ts";

/** An error's descriptions, from its NatSpec in `IPhasedCollection`. */
export interface ErrorDocs {
  /** Condition that the contract enforces, in the contract's terms: `@dev`. */
  rule: string;
  /** One sentence on why the call reverts: `@notice`. */
  cause: string;
  /** One sentence on who can fix it and how: `@custom:fix`. */
  fix: string;
}

/** The parts of the contracts' NatSpec that this file reads. */
export interface ContractDocs {
  errors: Record<string, ErrorDocs>;
  /** Errors that a mint reverts with, in the order of its checks: `@custom:mint-reverts`. */
  mintErrors: string[];
}

/** Output of solc, https://docs.soliditylang.org/en/latest/natspec-format.html#documentation-output */
export interface Natspec {
  userdoc: {
    errors?: Record<string, { notice?: string }[]>;
    methods?: Record<string, { notice?: string }>;
    events?: Record<string, { notice?: string }>;
  };
  devdoc: {
    errors?: Record<string, { details?: string; "custom:fix"?: string }[]>;
    methods?: Record<string, { details?: string; params?: Record<string, string> }>;
    events?: Record<string, { details?: string }>;
    stateVariables?: Record<string, { details?: string }>;
    "custom:mint-reverts"?: string;
  };
}

const interfaceName = "contracts/interfaces/IPhasedCollection.sol:IPhasedCollection";

/** Replacements for placeholders such as `{mint}` in the NatSpec. */
const names: Readonly<Record<string, string>> = {
  mint: collectionConfig.mintFunction,
  price: collectionConfig.priceFunction,
  token: collectionConfig.noun.one,
  tokens: collectionConfig.noun.many,
};

/**
 * Reads the interface's error descriptions from the last build. A missing tag results in an empty
 * string, so that a new error compiles before it is documented; a test rejects empty descriptions.
 *
 * @throws when the interface has no `@custom:mint-reverts`, or one that names an unknown error.
 */
export async function readContractDocs(artifacts: ArtifactManager): Promise<ContractDocs> {
  const { userdoc, devdoc } = await readNatspec(artifacts, interfaceName);
  const { abi } = await artifacts.readArtifact(interfaceName);
  const errors: Record<string, ErrorDocs> = {};
  for (const { type, name, inputs } of abi) {
    if (type !== "error") continue;
    const signature = `${name}(${inputs.map((input: { type: string }) => input.type)})`;
    const [user] = userdoc.errors?.[signature] ?? [];
    const [dev] = devdoc.errors?.[signature] ?? [];
    errors[name] = {
      rule: dev?.details ?? "",
      cause: user?.notice ?? "",
      fix: dev?.["custom:fix"] ?? "",
    };
  }
  const mintErrors = devdoc["custom:mint-reverts"]?.split(/,\s*/) ?? [];
  const unknown = mintErrors.filter((name) => !(name in errors));
  if (mintErrors.length === 0 || unknown.length > 0) {
    throw new Error(
      `${interfaceName}: @custom:mint-reverts must list errors of the interface; ${unknown.join(", ") || "it is missing"}.`,
    );
  }
  return { errors, mintErrors };
}

/** Reads a contract's NatSpec, for a name such as `contracts/NAME.sol:NAME`, from the last build. */
export async function readNatspec(artifacts: ArtifactManager, name: string): Promise<Natspec> {
  const id = await artifacts.getBuildInfoId(name);
  const path = id && (await artifacts.getBuildInfoOutputPath(id));
  if (!path) throw new Error(`The build has no output for ${name}.`);
  const text = (await readFile(path, "utf8")).replaceAll(
    /\{(\w+)\}/g,
    (all, name) => names[name] ?? all,
  );
  const { output } = JSON.parse(text);
  const [sourceName, contractName] = name.split(":");
  return output.contracts[`project/${sourceName}`][`${contractName}`];
}
