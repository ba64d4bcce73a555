import type { FoundSecretView, PlainTextView } from '#contract/bundle-export.ts';
import type { BundleView, FileRowView } from '#contract/bundle-import.ts';
import { readPieces } from '#domain/bundle/text-with-secrets.ts';
import type { UnknownMember } from '#domain/bundle/reading/unknown-members.ts';
import { variants } from '#domain/webhook/variant.ts';
import { listedInstallations } from '../../shared/installations/listed-installations.ts';
import { counted } from '#domain/text/wording.ts';
import { momentOf } from '../../ui/date-formats.ts';
import type { Prepared, WrittenFile } from './exporting/bundle-export.svelte.ts';

export function originInWords(view: BundleView): { label: string; value: string }[] {
  const { kind, version, exportedAt, exportedBy, sources } = view;
  const from = sources.map(({ installation, variant, webhooks }) => {
    const release = `${variant} · ${variants[variant].release}`;
    const name = installation === '' ? `variant ${release}` : `${installation} (${release})`;
    return sources.length > 1 ? `${name}, ${webhooks.toLocaleString('en')}` : name;
  });
  const written = [exportedAt === null ? '' : dateInWords(exportedAt), exportedBy ?? '']
    .filter((part) => part !== '')
    .join(', by ');
  return [
    {
      label: 'File',
      value:
        kind === 'raw'
          ? 'Webhook list of an installation'
          : `Hookdesk ${kind}, version ${version ?? '?'}`,
    },
    { label: 'Contains', value: counted(view.rows, 'webhook') },
    ...(from.length > 0 ? [{ label: 'From', value: from.join('; ') }] : []),
    ...(written === '' ? [] : [{ label: 'Exported', value: written }]),
  ];
}

/** An invalid date stays as the file has it. */
function dateInWords(text: string): string {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return text.slice(0, 40);
  return momentOf(date);
}

export const unknownInWords = ({ path, nearest, line, column }: UnknownMember): string =>
  `Line ${line}, column ${column}: “${path}” is unknown.${nearest === null ? '' : ` Did you mean “${nearest}”?`}`;

export const destinationOptions = (
  sources: readonly string[],
): { value: 'chosen' | 'source'; label: string; text: string }[] => [
  {
    value: 'chosen',
    label: 'All to each selected installation',
    text: 'Each webhook is matched on each selected installation.',
  },
  {
    value: 'source',
    label: 'Each back to its source',
    text: `Each webhook is matched only on the installation that it comes from: ${listedInstallations(sources)}.`,
  },
];

/** The number of rows that come from none of these installations. */
export function countWithoutSource(
  rows: readonly Pick<FileRowView, 'installation'>[],
  sources: BundleView['sources'],
  connectionIds: readonly string[],
): number {
  const names = new Set(
    sources
      .filter(({ connectionId }) => connectionId !== null && connectionIds.includes(connectionId))
      .map(({ installation }) => installation),
  );
  return rows.filter(({ installation }) => !names.has(installation)).length;
}

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

/** Such as `12 secrets found, all removed`. */
export function foundInWords(found: number, kept: number): string {
  if (found === 0) return 'No known secret found';
  const whole = `${counted(found, 'secret')} found`;
  if (kept === 0) return `${whole}, ${found === 1 ? 'removed' : 'all removed'}`;
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
    ...(containsSecrets ? ['the secrets that you included'] : []),
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
  readPieces(text).map((piece) =>
    typeof piece === 'string'
      ? { text: piece, reference: false }
      : { text: 'secret reference', reference: true },
  );

export const markedInWords = ({ header }: PlainTextView): string =>
  header === null
    ? 'The text is a secret in this export.'
    : `The header ${header} is a secret in this and later exports.`;
