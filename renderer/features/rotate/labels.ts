import { capitalised } from '../../ui/capitalised.ts';
import { counted } from '../../ui/counted.ts';
import type { FoundEnd, Progress } from './value-search.svelte.ts';

export const commandLabels = { find: 'Find a value…', rotate: 'Rotate a secret…' } as const;

export const valueHint =
  'At least 8 characters. Hookdesk searches header values, URLs and payload templates, and does not store the value.';

export function foundTitle(count: number, installations: number): string {
  if (count === 0) return 'No stored webhook holds this value';
  const holds = count === 1 ? 'holds' : 'hold';
  return `${counted(count, 'webhook')} on ${counted(installations, 'installation')} ${holds} this value`;
}

export function searchedLabel({ searched, total, webhooks }: FoundEnd): string {
  const part = searched === total ? '' : `${searched.toLocaleString('en')} of `;
  return `Searched ${counted(webhooks, 'webhook')} on ${part}${counted(total, 'installation')}, as last read.`;
}

export function neverReadLabel(count: number): string {
  return count === 1
    ? '1 installation was never read, so it was not searched'
    : `${counted(count, 'installation')} were never read, so they were not searched`;
}

export const searchingLabel = ({ done, total, webhooks }: Omit<Progress, 'kind'>): string =>
  `Searching, ${done.toLocaleString('en')} of ${counted(total, 'installation')}, ${counted(webhooks, 'webhook')}…`;

export function stillHeldTitle(count: number): string {
  if (count === 0) return 'No stored webhook holds the old value';
  return count === 1
    ? '1 webhook still holds the old value'
    : `${counted(count, 'webhook')} still hold the old value`;
}

/** Such as `header Authorization, payload template`. */
export const placesLabel = (places: readonly string[]): string => capitalised(places.join(', '));
