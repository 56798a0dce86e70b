import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorPage } from './error-page.tsx';

/** Around the pages of a layout: one that fails gives way to the error page, until another address is opened. */
export function PageErrors({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary place={key} show={(error) => <ErrorPage error={error} />}>
      {children}
    </ErrorBoundary>
  );
}

type Props = { place: string; show: (error: unknown) => ReactNode; children: ReactNode };
type State = { place: string; failure: { error: unknown } | undefined };

/** React knows no other way to catch what is thrown below than a class. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { place: this.props.place, failure: undefined };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): State | null {
    return place === state.place ? null : { place, failure: undefined };
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.show(this.state.failure.error) : this.props.children;
  }
}
