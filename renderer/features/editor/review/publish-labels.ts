import type { PublishOutcome } from '#contract/publishing.ts';
import type { Publishing } from './publishing.svelte.ts';

interface OutcomeLabels {
  readonly tone: 'good' | 'caution' | 'bad';
  readonly title: string;
  readonly text: string;
}

export function outcomeLabels(
  { kind, created, webhook }: PublishOutcome,
  installation: string,
): OutcomeLabels {
  switch (kind) {
    case 'identical':
      return {
        tone: 'good',
        title: 'Published and verified',
        text: created
          ? `The new webhook has the id ${webhook?.id ?? '?'} on ${installation}.`
          : `${installation} matches what you sent.`,
      };
    case 'differs':
      return {
        tone: 'caution',
        title: 'Published, but the installation does not match',
        text: 'Compare the sent and the current version. Your edits are saved.',
      };
    case 'not-applied':
      return {
        tone: 'bad',
        title: created ? 'Not created' : 'Not applied',
        text: 'Your edits are saved. Review them and publish again.',
      };
    case 'unverified':
      return {
        tone: 'caution',
        title: 'Sent and accepted, but not verified',
        text: 'Refresh the list when the installation is reachable.',
      };
  }
}

export const undoneLabel = ({ isRedo }: NonNullable<Publishing['undone']>): string =>
  isRedo ? 'Redone and verified' : 'Undone and verified';

/** `null` if a conflict ended the publishing. */
export function resultLabel(
  {
    outcome,
    problem,
    stopped,
    undone,
  }: Pick<Publishing, 'outcome' | 'problem' | 'stopped' | 'undone'>,
  installation: string,
): string | null {
  if (problem !== null) return problem.message;
  if (undone !== null) return undoneLabel(undone);
  if (outcome !== null) return outcomeLabels(outcome, installation).title;
  return stopped ? 'Stopped before anything was sent' : null;
}
