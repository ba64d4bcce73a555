import type { SearchCoverage } from '#contract/search.ts';
import type { TermName } from '#domain/search/terms.ts';
import { ago } from '../../ui/date-formats.ts';
import { counted } from '#domain/text/wording.ts';

export const termMeanings: Readonly<Record<TermName, string>> = {
  installation: 'Name of the installation',
  group: 'Group of the installation',
  env: 'Environment of the installation',
  host: 'Host in the URL',
  header: 'Name of a header',
  template: 'Text in the payload template',
  id: 'Id of the webhook',
  method: 'HTTP method',
  type: 'Payload type',
  severity: 'Severity switch that is on',
  is: 'State: enabled, disabled, draft, changed',
};

/** Such as `48 of 50 installations searched, 2 never read, oldest 2 days ago`. */
export function coverageInWords(coverage: SearchCoverage, now: Date): string {
  const { installations, searched, neverRead, notLoaded, oldestReadAt } = coverage;
  const parts = [
    `${searched.toLocaleString('en')} of ${counted(installations, 'installation')} searched`,
    neverRead.length > 0 && `${neverRead.length.toLocaleString('en')} never read`,
    notLoaded.length > 0 && `${notLoaded.length.toLocaleString('en')} not readable on disk`,
    oldestReadAt !== null && ageInWords(ago(oldestReadAt, now), searched === installations),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

const ageInWords = (age: string, isWhole: boolean): string =>
  age === 'just now' && isWhole ? 'all just refreshed' : `oldest ${age}`;

export const noResultsTitle = (text: string, coverage: SearchCoverage, now: Date): string =>
  `No results for “${text.trim()}”: ${coverageInWords(coverage, now)}`;

/** Such as `3 selected on 2 installations, 1 webhook on read-only installations`. */
export function selectionInWords(
  count: number,
  installations: number,
  readOnly: number,
  changes: readonly string[] = [],
): string {
  const where = installations > 1 ? ` on ${counted(installations, 'installation')}` : '';
  const excluded =
    readOnly === 0 ? [] : [`${counted(readOnly, 'webhook')} on read-only installations`];
  return [`${count.toLocaleString('en')} selected${where}`, ...changes, ...excluded].join(', ');
}
