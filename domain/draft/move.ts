import { fitToVariant, unknownFieldsNotCopied } from '../webhook/fit-variant.ts';
import { definitionOf, type WebhookDefinition } from '../webhook/webhook.ts';
import type { VariantId } from '../webhook/variant.ts';
import type { StoredDraft } from './stored-draft.ts';

export interface Moved {
  readonly definition: WebhookDefinition;
  readonly losses: readonly string[];
}

/** The result is a new webhook, because ids belong to the installation that gave them. */
export function moveDraft(draft: Pick<StoredDraft, 'base' | 'definition'>, to: VariantId): Moved {
  const { base } = draft;
  const copy = definitionOf(draft.definition);
  const { definition, losses } = fitToVariant(
    { ...copy, headers: copy.headers.map((header) => ({ ...header, id: null })) },
    to,
  );
  return {
    definition,
    losses: [
      ...(base === null
        ? []
        : [
            `The draft creates a new webhook. Webhook ${base.id} (“${base.name}”) does not change.`,
            ...unknownFieldsNotCopied(base),
          ]),
      ...losses.map(({ message }) => message),
    ],
  };
}
