import { href, pageAt } from '../pages.ts';

/**
 * `aria-current` of a menu link: the open page, or a page above it. Home matches only itself. As `pageAt` does, it ignores
 * case, and slashes at the end of the open page's path.
 */
export function currentAt(menuHref: string, path: string): 'page' | 'true' | undefined {
  const link = menuHref.toLowerCase();
  const open = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  if (link === open) return 'page';
  return link !== '/' && open.startsWith(`${link}/`) ? 'true' : undefined;
}

/**
 * The same in the menu of the dashboard, also for pages whose path is not below that of their entry: security belongs to
 * the profile, a payment to the patient's appointments. The form that books for a patient is below All Appointments, but
 * belongs to the agenda if that opened it (`hrefToBook`), because it leads back there.
 */
export function currentInMenu(
  link: string,
  { pathname, search }: { pathname: string; search: string },
): 'page' | 'true' | undefined {
  const owner = ownerOf(pathname, search);
  if (owner === undefined) return currentAt(link, pathname);
  return link === owner ? 'true' : undefined;
}

function ownerOf(pathname: string, search: string): string | undefined {
  switch (pageAt(pathname)?.name) {
    case 'security':
      return href.profile();
    case 'cardPayment':
      return href.myAppointments();
    case 'bookForPatient':
      return new URLSearchParams(search).get('from') === 'agenda' ? href.agenda() : undefined;
    default:
      return undefined;
  }
}
