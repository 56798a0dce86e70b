import 'react';

declare module 'react' {
  /** CSS variables, in inline styles. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
