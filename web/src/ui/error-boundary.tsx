import { Component, type ReactNode } from 'react';

type Props = {
  /** A new value renders the children again. */
  place?: unknown;
  show: (error: unknown) => ReactNode;
  onCaught?: () => void;
  children: ReactNode;
};
type State = { place: unknown; failure: { error: unknown } | undefined };

/** Shows a fallback for children that fail. React can catch errors only in a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failure: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, failure: undefined };
  }

  override componentDidCatch(): void {
    this.props.onCaught?.();
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.show(this.state.failure.error) : this.props.children;
  }
}
