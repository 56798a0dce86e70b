import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { UnlistedOption } from '../../ui/unlisted-option.tsx';

/** Narrows a list to one of the clinic's treatments. */
export function TreatmentFilter({
  className,
  value,
  onChange,
}: {
  className: string;
  /** An id; '' is all. */
  value: string;
  onChange: (id: string) => void;
}) {
  const treatments = useQuery(api.treatments.list.queryOptions());
  return (
    <SelectField
      label="Treatment"
      className={className}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All treatments</option>
      <UnlistedOption value={value} list={treatments.data} />
      <Options of={treatments.data?.map(({ _id, name }) => [_id, name])} />
    </SelectField>
  );
}
