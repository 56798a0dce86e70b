/** `aria-current` of a menu link: the open page, or a page above it. Home matches only itself. */
export function currentAt(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
