import { type LastReads, readInstallations, readAgesSuffix } from '../../shared/last-reads.ts';
import { capitalised, counted } from '#domain/text/wording.ts';
import type { FoundEnd, Progress } from './value-search.svelte.ts';

export const commandLabels = {
  find: 'Find where a secret is used…',
  rotate: 'Rotate a secret…',
} as const;

export const valueHint =
  'At least 8 characters. Hookdesk searches header values, URLs and payload templates, and does not store the value.';

/**
 * What a value search found. After a plan, it searched for the old value.
 * @param installations those with at least one of the webhooks
 */
export function holdersTitle(
  value: 'this value' | 'the old value',
  { count, installations }: { readonly count: number; readonly installations: number },
  end: FoundEnd,
  now: Date,
): string {
  const reads = readsOf(end);
  const limits = readAgesSuffix(reads, now);
  if (count === 0) return `No webhook on ${readInstallations(reads)} holds ${value}${limits}`;
  const holds = count === 1 ? 'holds' : 'hold';
  const still = value === 'the old value' ? 'still ' : '';
  return `${counted(count, 'webhook')} on ${counted(installations, 'installation')} ${still}${holds} ${value}${limits}`;
}

const readsOf = ({ searched, neverRead, oldest }: FoundEnd): LastReads => ({
  read: searched,
  neverRead: neverRead.length,
  oldest,
});

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

/** Such as `header Authorization, payload template`. */
export const placesLabel = (places: readonly string[]): string => capitalised(places.join(', '));
