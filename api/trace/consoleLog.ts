import { type Address, decodeAbiParameters, type Hex, slice, toFunctionSelector } from "viem";

/** Address that Hardhat's `console.sol` calls. */
const consoleAddress = "0x000000000000000000636f6e736f6c652e6c6f67";

/** Argument types of `console.log`, which takes up to four arguments of these types. */
const mixedTypes = ["uint256", "string", "bool", "address"];

/** Single-value functions and their types: `logInt(int256)`, `logBytes4(bytes4)`. */
const singleValueTypes: [name: string, type: string][] = [
  ["logInt", "int256"],
  ["logUint", "uint256"],
  ["logString", "string"],
  ["logBool", "bool"],
  ["logAddress", "address"],
  ["logBytes", "bytes"],
  ...Array.from({ length: 32 }, (_, index): [string, string] => [
    `logBytes${index + 1}`,
    `bytes${index + 1}`,
  ]),
];

let signatures: ReadonlyMap<Hex, readonly string[]> | undefined;

/**
 * Decodes a call of Hardhat's `console.log`.
 *
 * @returns the values separated by spaces; undefined for any other call.
 */
export function readConsoleLine(to: Address | undefined, data: Hex): string | undefined {
  if (to?.toLowerCase() !== consoleAddress) return undefined;
  signatures ??= listSignatures();
  try {
    const types = signatures.get(slice(data, 0, 4));
    if (types === undefined) return data;
    if (types.length === 0) return "";
    const parameters = types.map((type) => ({ type }));
    return decodeAbiParameters(parameters, slice(data, 4)).map(String).join(" ");
  } catch {
    return data;
  }
}

function listSignatures(): ReadonlyMap<Hex, readonly string[]> {
  const lists: string[][] = [[]];
  for (let from = 0, count = 1; count <= 4; count += 1) {
    const shorter = lists.slice(from);
    from = lists.length;
    lists.push(...shorter.flatMap((types) => mixedTypes.map((type) => [...types, type])));
  }
  const entries: [name: string, types: readonly string[]][] = [
    ...lists.map((types): [string, string[]] => ["log", types]),
    ["log", ["int256"]],
    ...singleValueTypes.map(([name, type]): [string, string[]] => [name, [type]]),
  ];
  return new Map(
    entries.map(([name, types]) => [toFunctionSelector(`${name}(${types.join(",")})`), types]),
  );
}
