import type { BundleView } from '#contract/bundle-import.ts';
import { describeFileFault, type FileFault } from '#domain/bundle/reading/file-fault.ts';
import type { UnknownMember } from '#domain/bundle/reading/unknown-members.ts';
import { variants } from '#domain/webhook/variant.ts';
import { listedInstallations } from '../plan/listed-installations.ts';
import { counted } from '../../ui/counted.ts';

export function originInWords(view: BundleView): { label: string; value: string }[] {
  const { kind, version, exportedAt, exportedBy, sources } = view;
  const from = sources.map(
    ({ installation, variant, webhooks }) =>
      `${installation} (${variant} · ${variants[variant].release})${sources.length > 1 ? `, ${webhooks.toLocaleString()}` : ''}`,
  );
  const written = [exportedAt === null ? '' : dateInWords(exportedAt), exportedBy ?? '']
    .filter((part) => part !== '')
    .join(', by ');
  return [
    {
      label: 'File',
      value:
        kind === 'bundle'
          ? `Hookdesk bundle, version ${version ?? '?'}`
          : 'Webhook list of an installation',
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
  return date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

export const faultInWords = (fault: FileFault): string => describeFileFault(fault);

export const unknownInWords = ({ path, nearest, line, column }: UnknownMember): string =>
  `Line ${line}, column ${column}: “${path}” is unknown.${nearest === null ? '' : ` Did you mean “${nearest}”?`}`;

export const destinationOptions = (
  sources: readonly string[],
): { value: 'chosen' | 'source'; label: string; text: string }[] => [
  {
    value: 'chosen',
    label: 'All to each selected installation',
    text: 'Each webhook is compared with each selected installation.',
  },
  {
    value: 'source',
    label: 'Each back to its source',
    text: `Each webhook is compared only with the installation that it comes from: ${listedInstallations(sources)}.`,
  },
];

/** The webhooks of the file whose source is none of these installations. */
export const withoutSource = (
  { rows, sources }: Pick<BundleView, 'rows' | 'sources'>,
  connectionIds: readonly string[],
): number =>
  rows -
  sources
    .filter(({ connectionId }) => connectionId !== null && connectionIds.includes(connectionId))
    .reduce((sum, { webhooks }) => sum + webhooks, 0);
