/** Joins class names: `classNames('a', open && 'b', className)`. Later classes do not override earlier ones. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}
