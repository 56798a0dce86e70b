/**
 * `aria-current` of a menu link: the open page, or a page above it. Home matches only itself. As `pageAt` does, it ignores
 * case and slashes at the end of the open page's path.
 */
export function currentAt(href: string, path: string): 'page' | 'true' | undefined {
  const open = path.toLowerCase().replace(/(?<=.)\/+$/, '');
  if (href === open) return 'page';
  return href !== '/' && open.startsWith(`${href}/`) ? 'true' : undefined;
}
