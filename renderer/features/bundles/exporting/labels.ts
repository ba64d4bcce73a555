import type { FoundSecretView, PlainTextView } from '#contract/bundle-export.ts';
import type { Prepared, WrittenFile } from './bundle-export.svelte.ts';
import { listedInstallations } from '../../plan/listed-installations.ts';
import { unprinted } from '#domain/bundle/pieces.ts';
import { counted } from '../../../ui/counted.ts';

/** Such as `2 installations and 1 draft`. */
export function chosenInWords(installations: number, drafts: number): string {
  const parts = [
    ...(installations > 0 ? [counted(installations, 'installation')] : []),
    ...(drafts > 0 ? [counted(drafts, 'draft')] : []),
  ];
  return parts.length === 0 ? 'Nothing is selected' : parts.join(' and ');
}

/** Such as `1,213 webhooks: from acme-prod and globex, and of 2 drafts`. */
export function whatGoes(
  { webhooks }: Pick<Prepared, 'webhooks'>,
  installations: readonly string[],
  drafts: number,
): string {
  const whole = counted(webhooks, 'webhook');
  if (drafts === 0) return `${whole} of ${listedInstallations(installations)}`;
  if (installations.length === 0) return `${whole} from ${counted(drafts, 'draft')}`;
  return `${whole} of ${listedInstallations(installations)}, ${counted(drafts, 'draft')} among them`;
}

export const lookedFor =
  'Hookdesk looked for secret names, known forms of keys, well-known webhook addresses, passwords in URLs and random texts.';

/** Such as `12 secrets found, all taken out`. */
export function foundInWords(found: number, kept: number): string {
  if (found === 0) return 'No known secret found';
  const whole = `${counted(found, 'secret')} found`;
  if (kept === 0) return `${whole}, ${found === 1 ? 'taken out' : 'all taken out'}`;
  const stay = `${kept === found && found > 1 ? 'all' : kept.toLocaleString('en')} stay`;
  if (kept > 1) return `${whole}, ${stay} in the file`;
  return `${whole}, ${found === 1 ? 'stays' : '1 stays'} in the file`;
}

export function whereInWords({
  what,
  usesTotal,
}: Pick<FoundSecretView, 'what' | 'usesTotal'>): string {
  return usesTotal > 1 ? `${what} Used in ${counted(usesTotal, 'place')}.` : what;
}

export function sizeInWords(bytes: number): string {
  if (bytes < 1_000) return counted(bytes, 'byte');
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function fileInWords(
  { bytes, containsSecrets, leaks }: Pick<WrittenFile, 'bytes' | 'containsSecrets' | 'leaks'>,
  isSealed: boolean,
): string {
  const held = [
    ...(containsSecrets ? ['the secrets that you left in it'] : []),
    ...(leaks.length > 0 ? ['what was found in it'] : []),
  ];
  const words = held.length === 0 ? 'no known secret left' : `with ${held.join(' and ')}`;
  return `${sizeInWords(bytes)}, ${words}${isSealed ? ', encrypted with your passphrase' : ''}.`;
}

/** Such as `2 header values and 12 words`. */
export function plainTextsInWords(texts: readonly PlainTextView[] | null): string {
  if (texts === null) return 'Listing…';
  const headers = texts.filter(({ header }) => header !== null).length;
  const words = texts.length - headers;
  const parts = [
    ...(headers > 0 ? [counted(headers, 'header value')] : []),
    ...(words > 0 ? [counted(words, 'word')] : []),
  ];
  return parts.length === 0 ? 'Nothing to check' : parts.join(' and ');
}

/** Such as `acme-prod · Slack – ops · the payload, and 3 more`. */
export function plainTextPlaces({ uses, usesTotal }: PlainTextView): string {
  const [first] = uses;
  if (first === undefined) return '';
  const { installation, webhook, words } = first;
  const place = [installation, webhook === '' ? '(no name)' : webhook, words]
    .filter((part) => part !== '')
    .join(' · ');
  return usesTotal > 1 ? `${place}, and ${(usesTotal - 1).toLocaleString('en')} more` : place;
}

export const plainTextParts = ({ text }: PlainTextView): { text: string; reference: boolean }[] =>
  unprinted(text).map((piece) =>
    typeof piece === 'string'
      ? { text: piece, reference: false }
      : { text: 'secret reference', reference: true },
  );

export const markedInWords = ({ header }: PlainTextView): string =>
  header === null
    ? 'The text is a secret in this export.'
    : `The header ${header} is a secret in this and later exports.`;
