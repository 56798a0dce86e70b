/**
 * What can be booked, with the treatments of one specialty in front; otherwise the order stays as it is.
 *
 * @param specialty as the buttons of the landing page say it in the address, `?specialty=Dental+Care`; null without it
 */
export function specialtyFirst<Option extends { readonly name: string }>(
  options: readonly Option[],
  specialty: string | null,
): readonly Option[] {
  const wanted = plain(specialty ?? '');
  const isWanted = ({ name }: Option) => plain(name) === wanted;
  return [...options.filter(isWanted), ...options.filter((option) => !isWanted(option))];
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}
