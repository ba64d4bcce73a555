import { counted } from '../../ui/counted.ts';

export function listedInstallations(names: readonly string[]): string {
  if (names.length > 3) return counted(names.length, 'installation');
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
