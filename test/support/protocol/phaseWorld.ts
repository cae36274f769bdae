import { deployCollection, type Sale } from "../contracts/collection.ts";

/** “First Dust” has 1–48, all minted; “Lantern” 101–160, 20 minted; “Crossing” 201–400. */
export async function openWorld(): Promise<Sale> {
  const sale = await deployCollection();
  const { collection } = sale;
  await collection.adjustPhases("First Dust", 1, 49);
  await collection.adjustPhases("Lantern", 101, 161);
  await collection.adjustPhases("Crossing", 201, 401);
  await giftTokens(sale, "First Dust", 48);
  await giftTokens(sale, "Lantern", 20);
  await collection.changePhase("Lantern");
  return sale;
}

export const worldPhases = ["First Dust", "Lantern", "Crossing"];

export function giftTokens({ collection, holder }: Sale, phase: string, count: number) {
  return collection.gift(phase, Array<string>(count).fill(holder.address));
}
