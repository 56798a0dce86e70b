import { type ComponentProps, type ComponentType, createContext, createElement, useContext } from 'react';

export type AnchorProps = ComponentProps<'a'> & { href: string };

const AnchorContext = createContext<ComponentType<AnchorProps> | 'a'>('a');

/** Inside it every Anchor is this component. The application gives its router's link; prerendered pages give none. */
export const AnchorProvider = AnchorContext.Provider;

/** A link that works on prerendered pages, where there is no router, and inside the application alike. */
export function Anchor(props: AnchorProps) {
  return createElement(useContext(AnchorContext), props);
}
