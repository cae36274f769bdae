import { network } from "hardhat";
import { register } from "tsx/esm/api";

/** Loads Hardhat's simulated chain, and what tests import, before they are known. */
export async function loadHardhat(): Promise<void> {
  register();
  const connection = await network.create();
  await connection.close();
}
