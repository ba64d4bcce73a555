import { FieldName } from '../../webhook/fields.ts';
import { type WebhookDefinition, fieldOf } from '../../webhook/webhook.ts';

/** Ignores header ids and header order. */
export const contentKey = (definition: WebhookDefinition): string =>
  JSON.stringify([
    FieldName.options.map((field) => fieldOf(definition, field)),
    definition.headers.map(({ name, value }) => JSON.stringify([name, value])).sort(),
  ]);
