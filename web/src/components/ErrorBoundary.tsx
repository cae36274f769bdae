import { Component, type ErrorInfo, type ReactNode } from "react";

interface Props {
  /** Rendered after an error. */
  fallback: ReactNode;
  /** A change clears the error and renders the children again. */
  resetKey?: string;
  children: ReactNode;
}

/** Catches render errors of its children, so that the rest of the page stays. */
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
