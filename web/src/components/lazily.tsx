import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { codeLoader } from "../page/codeLoader.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { LoadFailure } from "./Notice.tsx";

/** A component whose code is fetched on first render, or earlier by `preload`. */
type Lazily<Props> = ComponentType<Props> & {
  /** Fetches the component, so that it renders without suspending. */
  preload(): Promise<unknown>;
};

interface LazyOptions<Props> {
  /** Runs before the code is fetched. */
  before?: () => Promise<void>;
  /** Shown until the component has loaded, and above the failure notice. */
  fallback?: (props: Props) => ReactNode;
  /** Replaces the default failure notice. */
  Failure?: ComponentType<Props & { onRetry: () => void }>;
}

/** Thrown when the browser fails to fetch a component's code. */
class MissingCodeError extends Error {
  override name = "MissingCodeError";
}

/**
 * Wraps `React.lazy` with a preload and a retry after a failure: at the next visit or by “Try again”. Neither server
 * rendering nor hydration may suspend: server-rendered components are preloaded, and a comment marks their imports,
 * because the renderer's build omits all others (`web/vite.renderer.config.ts`).
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
    // The chosen component stays the same: switching would discard its children's state.
    const [Chosen, setChosen] = useState<ComponentType<Props>>(() => choose(false));
    // Without a Suspense boundary, React hydrates in one step.
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
