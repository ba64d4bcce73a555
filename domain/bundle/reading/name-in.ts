export function nameIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return '';
  return typeof value.name === 'string' ? value.name.slice(0, 200) : '';
}
