import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { SelectField, type SelectFieldProps } from '../../ui/select-field.tsx';

/** Who is treated: the reader (empty), or somebody they look after. Nothing is shown to people who look after nobody. */
export function TreatedField(field: SelectFieldProps) {
  const user = useSignedInUser();
  const dependants = useQuery(api.dependants.list.queryOptions());
  if (!dependants.data) {
    // Without a word, a parent would book for themselves. The button stays while it tries again.
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
  if (dependants.data.length === 0) return null;
  return (
    <SelectField {...field}>
      <option value="">{user.displayName}</option>
      {dependants.data.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
