import { getBytes, type Provider } from "ethers";
import type { CompiledCollection } from "./compileCollection.ts";

/** Thrown when the code on the chain does not match the sources. */
export class CodeMismatchError extends Error {
  override name = "CodeMismatchError";
}

interface DeployedCode {
  provider: Provider;
  address: string;
  /** Hash of the creating transaction. */
  transactionHash: string;
  /** The constructor's arguments, ABI-encoded. */
  constructorArguments: string;
}

/**
 * Verifies that a contract matches `compiled` with these arguments: the data of its creating transaction, metadata
 * included, and its deployed code except for the immutables, which the constructor wrote.
 *
 * @throws {CodeMismatchError} naming the first byte that differs.
 */
export async function checkCode(
  { provider, address, transactionHash, constructorArguments }: DeployedCode,
  { creationCode, deployedCode, immutables }: CompiledCollection,
): Promise<void> {
  const [transaction, receipt, code] = await Promise.all([
    provider.getTransaction(transactionHash),
    provider.getTransactionReceipt(transactionHash),
    provider.getCode(address),
  ]);
  if (transaction === null || receipt?.contractAddress !== address) {
    throw new CodeMismatchError(
      `Transaction ${transactionHash} did not create the contract at ${address}. Is this the right chain?`,
    );
  }
  const expected = creationCode + constructorArguments.slice(2);
  requireSame("The creating transaction", transaction.data, expected);
  requireSame("The contract's code", without(immutables, code), without(immutables, deployedCode));
}

function requireSame(what: string, actual: string, expected: string): void {
  if (actual === expected) return;
  const [given, wanted] = [getBytes(actual), getBytes(expected)];
  const index = wanted.findIndex((byte, at) => byte !== given[at]);
  const difference =
    index === -1 || given.length !== wanted.length
      ? `it has ${given.length} bytes, the sources compile to ${wanted.length}`
      : `byte ${index} is ${given[index]}, compiled from the sources it is ${wanted[index]}`;
  throw new CodeMismatchError(`${what} does not match the sources: ${difference}.`);
}

/** Returns the code with zeros in place of the immutables. */
function without(immutables: CompiledCollection["immutables"], code: string): string {
  const bytes = getBytes(code);
  for (const { start, length } of immutables) bytes.fill(0, start, start + length);
  return `0x${Buffer.from(bytes).toString("hex")}`;
}
