import type { ComponentProps } from 'react';
import type { Button } from '../../ui/button.tsx';

/** What a button has that opens another dialog. */
export type FollowButton = Pick<ComponentProps<typeof Button>, 'onClick'> & { 'data-first-focus'?: '' };
