import { FieldName } from '../../webhook/fields.ts';
import { type WebhookDefinition, fieldOf } from '../../webhook/webhook.ts';

/** Equal for definitions that say the same, whatever ids and order their headers have. */
export const contentKey = (definition: WebhookDefinition): string =>
  JSON.stringify([
    FieldName.options.map((field) => fieldOf(definition, field)),
    definition.headers.map(({ name, value }) => JSON.stringify([name, value])).sort(),
  ]);
