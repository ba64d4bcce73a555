import { counted } from '../ui/counted.ts';

/** Names of installations as a sentence lists them; of more than three, only how many there are. */
export function listedInstallations(names: readonly string[]): string {
  if (names.length > 3) return counted(names.length, 'installation');
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
