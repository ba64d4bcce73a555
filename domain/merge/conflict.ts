import type { FieldName, FieldValue } from '../webhook/fields.ts';
import type { HeaderContent } from '../webhook/header-change-set.ts';

/** A field that both sides changed, to different values. Switches never are: they have but two. */
export interface FieldConflict {
  readonly kind: 'field';
  readonly path: FieldName;
  readonly base: FieldValue;
  readonly draft: FieldValue;
  readonly live: FieldValue;
}

/** A header that both sides changed, deleted or added, in different ways. `null` is not there. */
export interface HeaderConflict {
  readonly kind: 'header';
  /** Tells it from every other conflict of the same merge; the same whichever side is the draft. */
  readonly path: `header:${string}`;
  readonly base: HeaderContent | null;
  readonly draft: HeaderContent | null;
  readonly live: HeaderContent | null;
  /** Its position among the merged headers, which have the live one there; `null` for none. */
  readonly at: number | null;
}

export type Conflict = FieldConflict | HeaderConflict;
