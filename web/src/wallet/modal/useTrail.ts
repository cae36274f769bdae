import { createContext, useCallback, useContext, useState } from "react";
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
  const [trail, setTrail] = useState<{ root: RootView; places: readonly Place[] }>({
    root,
    places: [],
  });
  const places = trail.root === root ? trail.places : [];
  const go = useCallback(
    (place: Place) =>
      setTrail((before) => ({
        root,
        places: [...(before.root === root ? before.places : []), place],
      })),
    [root],
  );
  return {
    place: places.at(-1) ?? { view: root },
    back: places.length > 0 ? () => setTrail({ root, places: places.slice(0, -1) }) : undefined,
    go,
  };
}
