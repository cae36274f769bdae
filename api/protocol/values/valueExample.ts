import type { AbiParameter } from "viem";

/** Returns an example of an argument's syntax; empty for a string, which needs no example. */
export function valueExample(parameter: AbiParameter): string {
  const { type } = parameter;
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined) {
    const each = valueExample({ ...parameter, type: element }) || "first";
    return element.endsWith("]") ? `[[${each}], [${each}]]` : `${each}, ${each}`;
  }
  if ("components" in parameter) {
    return `(${parameter.components.map(({ name, type: each }) => name || each).join(", ")})`;
  }
  if (type.startsWith("bytes")) return '0x… or "text"';
  if (type === "address") return "0x…";
  if (type === "bool") return "true";
  if (type === "string") return "";
  return /price/i.test(parameter.name ?? "") ? "0.1 ether" : "25";
}
