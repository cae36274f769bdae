import { type Hex, isHex } from "viem";

/** Matches the messages with which nodes report a revert. */
const failedExecution =
  /revert|VM (execution error|exception)|(out of|ran out of) gas|(invalid|bad) (opcode|instruction|jump)|stack (under|over)flow/i;

/** Matches revert data in a message: “Reverted 0x…”, “revert reason=[0x…]”, or a node's error as JSON. */
const dataInText = /(?:reverted:? |reason=\[|"data": ?")(0x(?:[0-9a-f]{2})*)/i;

/** Error codes of reverted calls: Geth's, Parity's and its successors', and wallets' code for any internal error. */
const revertCode = 3;
const executionErrorCode = -32015;
const internalErrorCode = -32603;

/**
 * Returns a call's revert data from an error of a node, a wallet or viem: `0x` if the call reverted without data,
 * undefined if it did not revert. Nodes put the data in `data`, `result` or `return`, viem in `raw`; wallets wrap the
 * node's error, some more than once; some put the data into the message.
 */
export function revertData(error: unknown): Hex | undefined {
  const seen = new Set<unknown>();
  let isFailure = false;
  for (let layer = [error]; layer.length > 0; ) {
    for (const each of layer) {
      seen.add(each);
      const found = ownRevertData(each);
      if (found !== undefined && found !== "0x") return found;
      isFailure ||= found !== undefined;
    }
    layer = layer.flatMap(wrappedErrors).filter((each) => isObject(each) && !seen.has(each));
  }
  return isFailure ? "0x" : undefined;
}

function ownRevertData(error: unknown): Hex | undefined {
  const code = field(error, "code") ?? field(error, "status");
  const data = ["raw", "data", "result", "return"].map((key) => field(error, key));
  const hex = data.find((value) => isHex(value));
  if (typeof code !== "number") return hex;
  const texts = [field(error, "details") ?? field(error, "message"), ...data];
  const text = texts.filter((value) => typeof value === "string").join("\n");
  if (code === revertCode || code === executionErrorCode || failedExecution.test(text)) {
    const match = dataInText.exec(text)?.[1];
    return hex ?? (isHex(match) ? match : "0x");
  }
  return code === internalErrorCode ? hex : undefined;
}

/** Lists the errors wrapped in an error. Ganache puts each transaction's result in `data`, by hash. */
function wrappedErrors(error: unknown): unknown[] {
  const data = field(error, "data");
  const keys = ["cause", "error", "originalError"];
  return [
    data,
    ...keys.map((key) => field(error, key)),
    ...Object.values(isObject(data) ? data : {}),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function field(value: unknown, key: string): unknown {
  // Safety: any key may be read from any object; a missing one is undefined.
  return isObject(value) ? (value as Record<string, unknown>)[key] : undefined;
}
