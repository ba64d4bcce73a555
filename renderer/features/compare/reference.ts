import type { BundleView } from '#contract/bundle-import.ts';
import type { ComparisonReference } from '#contract/comparisons.ts';
import type { ConnectionView } from '#contract/index.ts';
import { counted } from '#domain/text/wording.ts';
import { momentWithSeconds } from '../../ui/date-formats.ts';
import { originInWords } from '../bundles/bundle-labels.ts';
import type { FileImport } from '../bundles/importing/file-import.svelte.ts';

/** What the installations are compared with. */
export type Reference =
  | Exclude<ComparisonReference, { kind: 'bundle' }>
  | { readonly kind: 'bundle'; readonly file: FileImport };

export const askedFor = (reference: Reference): ComparisonReference =>
  reference.kind === 'bundle' ? { kind: 'bundle', fileId: reference.file.fileId ?? '' } : reference;

/** Installations that are read again with the comparison. */
export const installationsOf = (reference: Reference): string[] =>
  reference.kind === 'bundle' ? [] : [reference.connectionId];

export function referenceName(
  reference: Reference,
  connections: { find(id: string): ConnectionView | undefined },
): string {
  if (reference.kind === 'bundle') return reference.file.name;
  const name = connections.find(reference.connectionId)?.name ?? '?';
  return reference.kind === 'history' ? `${name} on ${momentWithSeconds(reference.at)}` : name;
}

export const unreadInWords = ({ faultsTotal }: BundleView): string | null =>
  faultsTotal === 0
    ? null
    : `${counted(faultsTotal, 'webhook')} of the file cannot be read, and ${faultsTotal === 1 ? 'is' : 'are'} not compared.`;

/** Such as `20 Nov 2026, 10:32, by Hookdesk 1.2.0`; `null` when the file does not say. */
export function exportedInWords(reference: Reference): string | null {
  const view = reference.kind === 'bundle' ? reference.file.view : null;
  if (view === null) return null;
  return originInWords(view).find(({ label }) => label === 'Exported')?.value ?? null;
}
