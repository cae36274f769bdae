import { Component, type ErrorInfo, type ReactNode } from "react";

interface Props {
  /** Shown instead of whatever broke. */
  fallback: ReactNode;
  /** A change of it is a reason to try again. */
  resetKey?: string;
  children: ReactNode;
}

/** Keeps a fault in one part of the page from blanking the rest. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(previous: Props) {
    const isReset = previous.resetKey !== this.props.resetKey;
    if (this.state.hasFailed && isReset) this.setState({ hasFailed: false });
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
