import { createContext, useContext, useState } from "react";
import type { Place, RootView } from "./views.ts";

interface ViewStack {
  place: Place;
  /** Absent in the first view. */
  back: (() => void) | undefined;
  go(place: Place): void;
}

/** Opens another view. */
export const NavigateContext = createContext<(place: Place) => void>(() => {});
export const useNavigateView = () => useContext(NavigateContext);

/** Navigation history of the dialog; reset when the connection changes the root view. */
export function useViewStack(root: RootView): ViewStack {
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
