import type { CheckFigures } from "./checkLoad.ts";
import type { ScaleSaves } from "./measureScaleSaves.ts";
import type { StartFigures } from "./measureStart.ts";
import type { Costs } from "./model.ts";
import type { StoreSize } from "./plan.ts";

/** Bytes in the database of a story and of each further revision. */
export interface SizeFigures extends StoreSize {
  storyBytes: number;
  revisionBytes: number;
}

/** Figures of one run. */
export interface ScaleFigures {
  start: StartFigures;
  /** By size of the store, ascending. */
  saves: ScaleSaves[];
  sizes: SizeFigures[];
  /** Connections of one process to the database. */
  connections: number;
  check: CheckFigures;
}

/** The costs of the model: those of the largest store, and the bytes of the second largest, whose texts are longer. */
export function costsOf({ start, saves, sizes, connections }: Omit<ScaleFigures, "check">): Costs {
  const save = saves.at(-1);
  const size = sizes.at(-2);
  if (save === undefined || size === undefined) throw new Error("No store was measured.");
  return {
    fullCoreRead: start.fullCoreRead.service,
    fullCoreDatabaseRead: start.fullCoreDatabaseRead.service,
    memoryRead: start.memoryRead,
    databaseRead: start.databaseRead.service,
    databaseReadInDatabase: start.databaseRead.database,
    save: save.cost.service,
    saveInDatabase: save.cost.database,
    quietSecond: start.quietSecond.service,
    quietSecondInDatabase: start.quietSecond.database,
    processBytes: start.mostBytes,
    storyBytes: size.storyBytes,
    revisionBytes: size.revisionBytes,
    responseBytes: start.responseBytes + size.textBytes,
    rpcRequests: save.rpcRequests,
    connections,
  };
}
