import { type Hex, isHex } from "viem";

/** Matches the messages with which nodes report a revert. */
const failedExecution =
  /revert|VM (execution error|exception)|(out of|ran out of) gas|(invalid|bad) (opcode|instruction|jump)|stack (under|over)flow/i;

/** Matches revert data in a message: “Reverted 0x…”, “revert reason=[0x…]”, or a node's error as JSON. */
const dataInMessage = /(?:reverted:? |reason=\[|"data": ?")(0x(?:[0-9a-f]{2})*)/i;

/**
 * Error codes for reverted calls: Geth's code, the code of Parity and its successors, and wallets'
 * code for any internal error.
 */
const revertCode = 3;
const executionErrorCode = -32015;
const internalErrorCode = -32603;

/**
 * Extracts a call's revert data from a node's, a wallet's or viem's error: `0x` if the call reverted without data,
 * undefined if the call did not revert. Nodes put the data in `data`, `result` or `return`, viem in `raw`; wallets wrap
 * the node's error, sometimes repeatedly; some put the data into the message.
 */
export function revertData(error: unknown): Hex | undefined {
  const seen = new Set<unknown>();
  let isFailure = false;
  for (let layer = [error]; layer.length > 0; ) {
    for (const each of layer) {
      seen.add(each);
      const found = directRevertData(each);
      if (found !== undefined && found !== "0x") return found;
      isFailure ||= found !== undefined;
    }
    layer = layer.flatMap(wrappedErrors).filter((each) => isObject(each) && !seen.has(each));
  }
  return isFailure ? "0x" : undefined;
}

function directRevertData(error: unknown): Hex | undefined {
  const code = readField(error, "code") ?? readField(error, "status");
  const data = ["raw", "data", "result", "return"].map((key) => readField(error, key));
  const hex = data.find((value) => isHex(value));
  if (typeof code !== "number") return hex;
  const texts = [readField(error, "details") ?? readField(error, "message"), ...data];
  const text = texts.filter((value) => typeof value === "string").join("\n");
  if (code === revertCode || code === executionErrorCode || failedExecution.test(text)) {
    const match = dataInMessage.exec(text)?.[1];
    return hex ?? (isHex(match) ? match : "0x");
  }
  return code === internalErrorCode ? hex : undefined;
}

/** Lists the errors wrapped in an error. Ganache puts each transaction's result in `data`, by hash. */
function wrappedErrors(error: unknown): unknown[] {
  const data = readField(error, "data");
  const keys = ["cause", "error", "originalError"];
  return [
    data,
    ...keys.map((key) => readField(error, key)),
    ...Object.values(isObject(data) ? data : {}),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function readField(value: unknown, key: string): unknown {
  // Safety: any key can be read from any object; a missing key is undefined.
  return isObject(value) ? (value as Record<string, unknown>)[key] : undefined;
}
