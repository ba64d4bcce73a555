import type { Conflict } from '#domain/merge/conflict.ts';
import { headersSince } from '#domain/merge/headers-since.ts';
import type { Merge } from '#domain/merge/merge-webhook.ts';
import { Masking } from '#domain/secrets/masking.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { fields } from '#domain/webhook/fields.ts';
import {
  type HeaderContent,
  headerChangeSet,
  sameHeader,
} from '#domain/webhook/header-change-set.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import {
  changesMade,
  changesToSend,
  shownValue,
} from '../../../../shared/differences/change-labels.ts';
import { shownHeader } from '../../../../shared/differences/changed-parts.ts';

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
  return changesMade(fieldDifferences(before, now), headers, new Masking([before, now]));
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
    mine: changesToSend(
      fieldDifferences(live, merged),
      headerChangeSet(live.headers, merged.headers),
      masking,
    ),
    theirs: changesMade(
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
