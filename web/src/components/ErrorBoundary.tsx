import { Component, type ErrorInfo, type ReactNode } from "react";
import { isHydrating } from "../page/hydrating.ts";

interface Props {
  /** Content to render after an error. */
  fallback: ReactNode;
  /** A changed key clears the error and renders the children again. */
  resetKey?: unknown;
  /** Whether to catch an error; if absent, all errors are caught. */
  catches?: (error: unknown) => boolean;
  children: ReactNode;
}

/**
 * Catches its children's render errors, so that the rest of the page stays. Does not catch errors
 * during hydration, because the server's markup is better than any fallback.
 */
export class ErrorBoundary extends Component<Props, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } | undefined } = {};

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(previous: Props) {
    const isReset = previous.resetKey !== this.props.resetKey;
    if (this.state.failure && isReset) this.setState({ failure: undefined });
  }

  override render() {
    const { fallback, catches, children } = this.props;
    const { failure } = this.state;
    if (!failure) return children;
    const isCaught = (catches?.(failure.error) ?? true) && !isHydrating();
    if (!isCaught) throw failure.error;
    return fallback;
  }
}
