import { join } from "node:path";
import { z } from "zod";
import { readIfPresent } from "../base/readIfPresent.ts";
import { addressSchema } from "./kinds.ts";

/** The deployment file's fields that the service needs; `npm run deploy` writes further fields. */
export const deploymentSchema = z.object({
  chainId: z.int(),
  address: addressSchema,
});

/** Returns the path of a chain's deployment file. */
export function deploymentPath(directory: string, chainId: number): string {
  return join(directory, `${chainId}.json`);
}

/**
 * Reads the collection's deployment on a chain; undefined if it does not exist.
 *
 * @throws if the file is invalid.
 */
export function readDeployment(directory: string, chainId: number) {
  const path = deploymentPath(directory, chainId);
  const text = readIfPresent(path);
  if (text === undefined) return undefined;
  try {
    const deployment = deploymentSchema.parse(JSON.parse(text));
    if (deployment.chainId === chainId) return deployment;
    throw new Error(`its chainId is ${deployment.chainId}`);
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new Error(
      `${path} is not a deployment on chain ${chainId} (${reason}). Restore it, or set CONTRACT_ADDRESS.`,
      { cause },
    );
  }
}
