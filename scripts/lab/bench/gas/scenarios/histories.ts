import { createRandom } from "../../../../shared/random.ts";

/** Transfers of a batch's tokens by its minter to a collector, and the tokens to transfer next. */
export interface History {
  /** IDs in the order of their transfers. */
  moved: readonly number[];
  /** Each of these is measured as the next transfer. */
  nextIds: readonly number[];
  /** Owner of the next tokens. */
  giver: "minter" | "collector";
}

type Order = (ids: readonly number[]) => number[];

const orders: readonly Order[] = [
  (ids) => ids.toSorted((a, b) => a - b),
  (ids) => ids.toSorted((a, b) => b - a),
  shuffle,
];

/** Histories of a batch with these IDs, each in one order. */
const unordered: Record<string, (ids: readonly number[]) => History[]> = {
  intact: (ids) => [{ moved: [], nextIds: ids, giver: "minter" }],
  "every 2nd moved": (ids) =>
    [0, 1].flatMap((parity) => {
      const moved = ids.filter((id) => id % 2 === parity);
      const nextIds = ids.filter((id) => id % 2 !== parity);
      return [{ moved, nextIds, giver: "minter" }, ...allButOne(moved)];
    }),
  "others moved": allButOne,
  received: (ids) => [{ moved: ids, nextIds: ids, giver: "collector" }],
};

/** Names of the histories. */
export const historyNames = Object.keys(unordered);

/**
 * Returns the histories of a name, in three orders of the transfers. Over all of them, every ID of the batch is
 * transferred next.
 */
export function historiesOf(name: string, ids: readonly number[]): History[] {
  const found = unordered[name];
  if (found === undefined) throw new Error(`There is no history "${name}".`);
  return found(ids).flatMap((history) =>
    history.moved.length < 2
      ? [history]
      : orders.map((order) => ({ ...history, moved: order(history.moved) })),
  );
}

function allButOne(ids: readonly number[]): History[] {
  return ids.map((id) => ({
    moved: ids.filter((other) => other !== id),
    nextIds: [id],
    giver: "minter",
  }));
}

function shuffle(ids: readonly number[]): number[] {
  const random = createRandom("gas report", "order of transfers");
  const keys = new Map(ids.map((id) => [id, random.next()]));
  return ids.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
}
