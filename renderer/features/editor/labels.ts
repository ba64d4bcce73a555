import type { PublishOutcome } from '#contract/publishing.ts';
import type { Conflict } from '#domain/merge/conflict.ts';
import { sameHeader } from '#domain/webhook/header-change-set.ts';
import { headersSince } from '#domain/merge/headers-since.ts';
import type { Merge } from '#domain/merge/merge-webhook.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { fields } from '#domain/webhook/fields.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type HeaderContent, headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { Masking } from '#domain/secrets/masking.ts';
import { shownHeader } from '../../shared/differences/changed-parts.ts';
import { changedInWords, inWords, shownValue } from '../../shared/differences/change-labels.ts';
import type { TemplateFinding } from '#domain/template/checks/check-template.ts';
import type { Publishing } from './review/publishing.svelte.ts';

export function conflictLabel(conflict: Conflict): string {
  if (conflict.kind === 'field') return fields[conflict.path].label;
  const { base, draft, live } = conflict;
  return `Header ${(base ?? live ?? draft)?.name ?? ''}`;
}

/** `null` if the values alone explain the conflict. */
export function howItCame({ kind, base, draft, live }: Conflict): string | null {
  if (kind === 'field') return null;
  if (base === null) return 'Added on both sides.';
  if (draft === null) return 'Deleted by you, changed on the installation.';
  return live === null ? 'Changed by you, deleted on the installation.' : null;
}

export function valueInWords(
  conflict: Conflict,
  side: 'base' | 'draft' | 'live',
  masking: Masking,
): string {
  if (conflict.kind === 'field') return shownValue(masking.field(conflict.path, conflict[side]));
  const header = conflict[side];
  if (header === null) return side === 'base' ? 'Not present' : 'Deleted';
  return shownHeader(header, masking);
}

export function holdsSecret(conflict: Conflict, masking: Masking): boolean {
  if (conflict.kind === 'field') {
    const { path, base, draft, live } = conflict;
    return [base, draft, live].some((value) => masking.field(path, value) !== value);
  }
  const { base, draft, live } = conflict;
  return [base, draft, live].some(
    (header) => header !== null && masking.header(header) !== header.value,
  );
}

/** Ignores changed header ids. */
export function changedThereInWords(before: WebhookDefinition, now: WebhookDefinition): string[] {
  const headers = headersSince(before.headers, now.headers);
  return changedInWords(fieldDifferences(before, now), headers, new Masking([before, now]));
}

/** The draft's changes that go in, and the installation's changes that stay. */
export function restInWords(
  base: WebhookDefinition,
  live: WebhookDefinition,
  { merged, conflicts }: Merge,
  masking: Masking,
): { mine: string[]; theirs: string[] } {
  const paths = new Set<string>(conflicts.map(({ path }) => path));
  const isConflict = (before: HeaderContent | null, now: HeaderContent | null): boolean =>
    conflicts.some(
      ({ kind, base: was, live: is }) =>
        kind === 'header' && sameHeader(was, before) && sameHeader(is, now),
    );
  const since = headersSince(base.headers, live.headers);
  return {
    mine: inWords(
      fieldDifferences(live, merged),
      headerChangeSet(live.headers, merged.headers),
      masking,
    ),
    theirs: changedInWords(
      fieldDifferences(base, live).filter(({ field }) => !paths.has(field)),
      {
        ...since,
        added: since.added.filter((each) => !isConflict(null, each)),
        changed: since.changed.filter((each) => !isConflict(each.before, each)),
        deleted: since.deleted.filter((each) => !isConflict(each, null)),
      },
      masking,
    ),
  };
}

const bytes = new TextEncoder();

export function sizeInWords(text: string): string {
  const size = bytes.encode(text).length;
  return `${size.toLocaleString('en')} ${size === 1 ? 'byte' : 'bytes'}`;
}

export function placeInWords(
  place: TemplateFinding['place'],
  definition: WebhookDefinition,
): string {
  switch (place.kind) {
    case 'payload':
      return `Line ${lineAt(definition.payloadTemplate, place.start)}`;
    case 'url':
      return 'URL';
    case 'header':
      return `Header ${definition.headers[place.index]?.name ?? ''}`.trim();
    case 'webhook':
      return '';
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}

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

/** `null` if a conflict ended the publishing. */
export const undoneLabel = ({ isRedo }: NonNullable<Publishing['undone']>): string =>
  isRedo ? 'Redone and verified' : 'Undone and verified';

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
