import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { codeLoader } from "../page/codeLoader.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoadFailure } from "./Notice.tsx";

/** A component that is fetched when it is first rendered, or by `preload` before. */
type Lazily<Props> = ComponentType<Props> & {
  /** Fetches the component, so that it renders without suspending. */
  preload(): Promise<unknown>;
};

interface LazyOptions<Props> {
  /** What is fetched first. */
  before?: () => Promise<void>;
  /** Shown until the component is there, and above the notice that it failed to load. */
  fallback?: (props: Props) => ReactNode;
  /** Replaces that notice. */
  Failure?: ComponentType<Props & { onRetry: () => void }>;
}

/** The browser failed to fetch a component's code. */
class MissingCodeError extends Error {
  override name = "MissingCodeError";
}

/**
 * `React.lazy` with a preload and with another attempt after a failure: at the next visit or by “Try again”. Neither
 * rendering on the server nor its hydration may suspend: what the server renders is preloaded, and its import is marked
 * with a comment, because the renderer's build leaves out all others (`web/vite.renderer.config.ts`).
 */
export function lazily<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { before, fallback, Failure = UsualFailure }: LazyOptions<Props> = {},
): Lazily<Props> {
  let loaded: ComponentType<Props> | undefined;
  const code = codeLoader(async () => {
    await before?.();
    const module = await load();
    loaded = module.default;
    return module;
  });

  const choose = (isRetry: boolean) =>
    loaded ??
    lazy(() =>
      code.load({ isRetry }).catch((cause: unknown) => {
        throw new MissingCodeError("A part of the page failed to load.", { cause });
      }),
    );

  function LazilyLoaded(props: Props) {
    // The choice is kept: another component would lose the state of its children.
    const [Chosen, setChosen] = useState<ComponentType<Props>>(() => choose(false));
    // Without a boundary, the server's markup is taken over in one step.
    if (Chosen === loaded) return <Chosen {...props} />;
    const waiting = fallback?.(props);
    const failure = (
      <>
        {waiting}
        <Failure {...props} onRetry={() => setChosen(() => choose(true))} />
      </>
    );
    return (
      <ErrorBoundary fallback={failure} resetKey={Chosen} catches={isMissingCode}>
        <Suspense fallback={waiting}>
          <Chosen {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazilyLoaded, { preload: code.preload });
}

function isMissingCode(error: unknown): boolean {
  return error instanceof MissingCodeError;
}

function UsualFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailure onRetry={onRetry}>
      This part of the page failed to load. Check your connection, then try again.
    </LoadFailure>
  );
}
