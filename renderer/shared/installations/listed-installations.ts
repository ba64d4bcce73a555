import { counted } from '#domain/text/wording.ts';

/** @param atMost names to list; more are counted */
export function listedInstallations(names: readonly string[], atMost = 3): string {
  if (names.length > atMost) return counted(names.length, 'installation');
  return names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
