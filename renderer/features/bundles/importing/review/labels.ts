import type { PlanRowView } from '#contract/plans.ts';
import type { Alternative, Need } from '#domain/publishing/plan.ts';
import { kindOf, type RowKind } from '../review-filter.svelte.ts';
import { hostOf } from '../../../../shared/host-of.ts';

export const kindWords: Readonly<Record<RowKind, string>> = {
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  unchanged: 'Unchanged',
  undecided: 'Decide',
  blocked: 'Invalid',
};

export const kindTones = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  unchanged: 'plain',
  undecided: 'accent',
  blocked: 'plain',
} as const;

export const filterWords: Readonly<Record<RowKind, string>> = {
  ...kindWords,
  undecided: 'To decide',
  blocked: 'Invalid here',
};

export function saidOf(row: PlanRowView): string {
  const said = [...needsInWords(row.needs), ...knownOf(row), ...lossesOf(row)];
  if (said.length > 0) return said.join(' ');
  return kindOf(row) === 'create' ? 'The installation has none of this name.' : '';
}

export function knownOf({ reasons, filled }: Pick<PlanRowView, 'reasons' | 'filled'>): string[] {
  const remembered = filled.filter((one) => one.remembered).map(({ name }) => name);
  if (remembered.length === 0) return [...reasons];
  return [...reasons, `Put in as it is remembered: ${remembered.join(', ')}.`];
}

const askedAbout: Readonly<Record<Need['kind'], 'method' | 'payloadType' | null>> = {
  method: 'method',
  payloadType: 'payloadType',
  pair: null,
  secret: null,
  conflict: null,
};

/** Omits losses that a question still covers. */
export function lossesOf({ losses, needs }: Pick<PlanRowView, 'losses' | 'needs'>): string[] {
  const asked = needs.map(({ kind }) => askedAbout[kind]);
  return losses.filter(({ field }) => !asked.includes(field)).map(({ message }) => message);
}

function needsInWords(needs: readonly Need[]): string[] {
  const secrets = needs.flatMap((one) => (one.kind === 'secret' ? [one.name] : []));
  const asked = needs.flatMap((one): string[] => {
    if (one.kind === 'method') return [`${one.given} is not taken here: choose another method.`];
    if (one.kind === 'payloadType')
      return ['It is for jobs, and here every webhook is for alerts.'];
    return one.kind === 'pair' ? ['Say which webhook is meant.'] : [];
  });
  if (secrets.length === 0) return asked;
  const named = secrets.length > 3 ? `${secrets.length} secrets` : secrets.join(', ');
  return [...asked, `Waits for ${secrets.length === 1 ? 'the secret ' : ''}${named}.`];
}

const becauseWords: Readonly<Record<Alternative['because'][number], string>> = {
  'same-name': 'same name',
  'similar-name': 'similar name',
  'same-url': 'same URL',
  'former-id': 'it came from there',
};

export const targetInWords = ({
  url,
  method,
  enabled,
}: Pick<Alternative, 'url' | 'method' | 'enabled'>): string =>
  `${method} ${hostOf(url)}${enabled ? '' : ' · off'}`;

export const becauseInWords = (because: Alternative['because']): string =>
  because.map((one) => becauseWords[one]).join(', ');

export function goOnWords(
  chosen: readonly Pick<PlanRowView, 'key'>[],
  installations: readonly string[],
): string {
  if (chosen.length === 0) return 'Nothing is ticked';
  const where =
    installations.length > 2
      ? `${installations.length} installations`
      : installations.join(' and ');
  const changes = `${chosen.length.toLocaleString()} ${chosen.length === 1 ? 'change' : 'changes'}`;
  return `Review and publish ${changes} on ${where}…`;
}
