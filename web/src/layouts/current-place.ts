/** How a link of a menu stands to the open page: it is that page, or one that the page lies below. Home is only itself. */
export function currentAt(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
