import { type ComponentProps, type ComponentType, createContext, createElement, useContext } from 'react';

export type AnchorProps = ComponentProps<'a'> & { href: string };

const AnchorContext = createContext<ComponentType<AnchorProps> | 'a'>('a');

/** The component of every Anchor inside it: the router's link in the application, none in prerendered pages. */
export const AnchorProvider = AnchorContext.Provider;

/** A link for prerendered pages, which have no router, and for the application. */
export function Anchor(props: AnchorProps) {
  return createElement(useContext(AnchorContext), props);
}
