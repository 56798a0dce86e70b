/**
 * `aria-current` of a menu link: the open page, or a page above it. Home matches only itself. As `pageAt` does, it ignores
 * case, and slashes at the end of the open page's path.
 */
export function currentAt(href: string, path: string): 'page' | 'true' | undefined {
  const link = href.toLowerCase();
  const open = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  if (link === open) return 'page';
  return link !== '/' && open.startsWith(`${link}/`) ? 'true' : undefined;
}
