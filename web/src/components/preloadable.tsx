import { type ComponentType, lazy, useState } from "react";

/** A component that is fetched when it is first rendered, or by `preload` before. */
export type Preloadable<Props> = ComponentType<Props> & {
  /** Fetches the component, so that it renders without suspending. After a failure, rendering fetches it again. */
  preload(): Promise<void>;
};

/**
 * `React.lazy` with a preload. Neither rendering on the server nor its hydration may suspend.
 *
 * @param before what is fetched first.
 */
export function preloadable<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  before = async () => {},
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadInOrder = () => before().then(load);
  const Lazy = lazy(loadInOrder);

  function Preloaded(props: Props) {
    // The choice is kept: another component would lose the state of its children.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Preloaded, {
    async preload() {
      loaded = await loadInOrder().then(
        (module) => module.default,
        () => undefined,
      );
    },
  });
}
