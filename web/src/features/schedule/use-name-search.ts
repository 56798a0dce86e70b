import { useParameter } from '../../router.tsx';

/** The search in the URL, `?search=lindqvist`, empty for none; and a function to change it. */
export function useNameSearch(): [string, (search: string) => void] {
  const [search, searchFor] = useParameter('search');
  return [search.trim().slice(0, 100), searchFor];
}
