/** The name of a webhook that may not be readable otherwise; empty where it has none. */
export function nameIn(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('name' in value)) return '';
  return typeof value.name === 'string' ? value.name.slice(0, 200) : '';
}
