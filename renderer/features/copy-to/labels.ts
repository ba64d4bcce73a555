import { counted } from '../../ui/counted.ts';

export function copyButtonLabel(names: readonly string[]): string {
  const [only, ...others] = names;
  if (only === undefined) return 'Select an installation';
  return others.length === 0
    ? `Review the copy on ${only}…`
    : `Review copies on ${counted(names.length, 'installation')}…`;
}
