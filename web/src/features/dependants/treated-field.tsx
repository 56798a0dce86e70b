import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Options, SelectField, type SelectFieldProps } from '../../ui/select-field.tsx';
import { UnlistedOption } from '../../ui/unlisted-option.tsx';

/**
 * Chooses who is treated: the user (value ''), or somebody whom they look after. Hidden if they look after nobody, unless its
 * value is somebody whom they no longer look after.
 */
export function TreatedField(field: SelectFieldProps) {
  const user = useSignedInUser();
  const dependants = useQuery(api.dependants.list.queryOptions());
  const [wasShown, setWasShown] = useState(false);
  const value = typeof field.value === 'string' ? field.value : '';
  if (!dependants.data) {
    // Without this message, a parent could book for themselves by mistake. `isError` would remove the button during the next attempt.
    return (
      dependants.errorUpdateCount > 0 && (
        <div className={field.className}>
          <LoadError
            query={dependants}
            message="We could not load the people you look after. If this is for one of them, try again first."
          />
        </div>
      )
    );
  }
  // It stays, because it may have the focus.
  if (!wasShown && dependants.data.length === 0 && value === '') return null;
  if (!wasShown) setWasShown(true);
  return (
    <SelectField {...field}>
      <UnlistedOption value={value} list={dependants.data} />
      <option value="">{user.displayName}</option>
      <Options of={dependants.data.map(({ _id, name }) => [_id, name])} />
    </SelectField>
  );
}
