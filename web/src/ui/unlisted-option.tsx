/**
 * For a select field whose value comes from the URL: shows a value that is not in its list. Without an option of its own,
 * the browser would show the first one, such as 'All doctors'.
 */
export function UnlistedOption({ value, list }: { value: string; list: readonly { _id: string }[] | undefined }) {
  if (value === '' || list?.some(({ _id }) => _id === value)) return null;
  return <option value={value}>{list ? 'No longer listed' : 'Loading…'}</option>;
}
