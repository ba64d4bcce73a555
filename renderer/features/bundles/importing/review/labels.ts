import type { BundlePlanRowView } from '#contract/bundle-import.ts';
import type { Alternative, BundleRowKind, Question } from '#domain/bundle/plan/bundle-plan.ts';
import { describeFileFault } from '#domain/bundle/reading/file-fault.ts';
import { hostOf } from '../../../../shared/host-of.ts';

export const kindWords: Readonly<Record<BundleRowKind, string>> = {
  create: 'Create',
  update: 'Change',
  removal: 'Delete',
  unchanged: 'Unchanged',
  decision: 'Decide',
  invalid: 'Invalid',
};

export const kindTones = {
  create: 'added',
  update: 'changed',
  removal: 'deleted',
  unchanged: 'plain',
  decision: 'accent',
  invalid: 'plain',
} as const;

export const filterWords: Readonly<Record<BundleRowKind, string>> = {
  ...kindWords,
  decision: 'To decide',
  invalid: 'Invalid here',
};

export function saidOf(row: BundlePlanRowView): string {
  const { kind, questions, issues, fault } = row;
  const said = [
    ...(fault === null ? [] : [describeFileFault(fault)]),
    ...issues.filter(({ level }) => level === 'error').map(({ message }) => message),
    ...questionsInWords(questions),
    ...knownOf(row),
    ...lossesOf(row),
  ];
  return said.length > 0 ? said.join(' ') : (ofItself[kind] ?? '');
}

const ofItself: Partial<Record<BundleRowKind, string>> = {
  create: 'The installation has none of this name.',
  unchanged: 'The installation holds exactly this.',
};

export function knownOf({
  reasons,
  filled,
}: Pick<BundlePlanRowView, 'reasons' | 'filled'>): string[] {
  const remembered = filled.filter((one) => one.remembered).map(({ name }) => name);
  if (remembered.length === 0) return [...reasons];
  return [...reasons, `Put in as it is remembered: ${remembered.join(', ')}.`];
}

const askedAbout: Readonly<Record<Question['kind'], 'method' | 'payloadType' | null>> = {
  method: 'method',
  'jobs-become-alerts': 'payloadType',
  pair: null,
  secret: null,
};

/** Omits losses that a question still covers. */
export function lossesOf({
  losses,
  questions,
}: Pick<BundlePlanRowView, 'losses' | 'questions'>): string[] {
  const asked = questions.map(({ kind }) => askedAbout[kind]);
  return losses.filter(({ field }) => !asked.includes(field)).map(({ message }) => message);
}

function questionsInWords(questions: readonly Question[]): string[] {
  const secrets = questions.flatMap((one) => (one.kind === 'secret' ? [one.name] : []));
  const asked = questions.flatMap((one): string[] => {
    if (one.kind === 'method') return [`${one.given} is not taken here: choose another method.`];
    if (one.kind === 'jobs-become-alerts')
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
  chosen: readonly Pick<BundlePlanRowView, 'kind'>[],
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
