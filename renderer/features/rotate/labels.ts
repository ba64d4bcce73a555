import { counted } from '../../ui/counted.ts';
import type { FoundEnd } from './value-search.svelte.ts';

export const commandLabels = { find: 'Find a value…', rotate: 'Rotate a secret…' } as const;

export const valueHint =
  'At least 8 characters. Hookdesk searches header values, URLs and payload templates, and does not store the value.';

export function foundTitle(count: number, installations: number): string {
  if (count === 0) return 'No stored webhook holds this value';
  const holds = count === 1 ? 'holds' : 'hold';
  return `${counted(count, 'webhook')} on ${counted(installations, 'installation')} ${holds} this value`;
}

/** How much was searched. */
export function searchedLabel({ searched, total, webhooks }: FoundEnd): string {
  const what = counted(webhooks, 'webhook');
  return searched === total
    ? `Searched ${what} on ${counted(total, 'installation')}, as last read.`
    : `Searched ${what} on ${searched.toLocaleString('en')} of ${counted(total, 'installation')}, as last read.`;
}

export function neverReadLabel(count: number): string {
  return count === 1
    ? '1 installation was never read, so it was not searched'
    : `${counted(count, 'installation')} were never read, so they were not searched`;
}

export function searchingLabel(progress: {
  readonly done: number;
  readonly total: number;
  readonly webhooks: number;
}): string {
  const { done, total, webhooks } = progress;
  return `Searching, ${done.toLocaleString('en')} of ${counted(total, 'installation')}, ${counted(webhooks, 'webhook')}…`;
}

export function stillHeldTitle(count: number): string {
  if (count === 0) return 'No stored webhook holds the old value';
  return count === 1
    ? '1 webhook still holds the old value'
    : `${counted(count, 'webhook')} still hold the old value`;
}

/** Such as `header Authorization, payload template`. */
export const placesLabel = (places: readonly string[]): string => {
  const [first = '', ...others] = places;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
};
