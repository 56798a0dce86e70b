import { useSearchParams } from '../../router.tsx';

const parameter = 'search';

/** The search in the URL, `?search=lindqvist`, empty for none; and a function to change it. */
export function useNameSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const searchFor = (search: string): void =>
    setParameters(
      (next) => {
        if (search === '') next.delete(parameter);
        else next.set(parameter, search);
        return next;
      },
      { replace: true },
    );
  return [(parameters.get(parameter) ?? '').trim().slice(0, 100), searchFor];
}
