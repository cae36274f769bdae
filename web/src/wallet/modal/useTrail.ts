import { createContext, useContext, useState } from "react";
import type { Place, RootView } from "./views.ts";

interface Trail {
  place: Place;
  /** Absent where the dialog began. */
  back: (() => void) | undefined;
  go(place: Place): void;
}

/** Lets a view lead to another one. */
export const GoContext = createContext<(place: Place) => void>(() => {});
export const useGo = () => useContext(GoContext);

/** The way a person took through the dialog. It ends when the connection leads to another view. */
export function useTrail(root: RootView): Trail {
  const [rootBefore, setRootBefore] = useState(root);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  if (root !== rootBefore) {
    setRootBefore(root);
    setPlaces([]);
  }
  return {
    place: places.at(-1) ?? { view: root },
    back: places.length > 0 ? () => setPlaces(places.slice(0, -1)) : undefined,
    go: (place) => setPlaces([...places, place]),
  };
}
