import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { ChecklistLine } from './checklist-line.tsx';

/** The line of the checklist about the admin's own second factor. */
export function SecondFactorLine() {
  const { data } = useQuery(api.secondFactor.own.queryOptions({ staleTime: 0 }));
  const hasOne = data !== undefined && (data.hasAuthenticator || data.passkeys.length > 0);
  return (
    <ChecklistLine isDone={hasOne}>
      <TextLink href={href.security()}>Set up a second factor</TextLink> for your account, and require one of everybody
      who works at the clinic if you want.
    </ChecklistLine>
  );
}
