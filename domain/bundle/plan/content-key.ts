import { FieldName } from '../../webhook/fields.ts';
import { type WebhookDefinition, fieldOf } from '../../webhook/webhook.ts';

/** Equal for definitions with equal fields and headers, in any order of the headers and whatever their ids. */
export const contentKey = (definition: WebhookDefinition): string =>
  JSON.stringify([
    FieldName.options.map((field) => fieldOf(definition, field)),
    definition.headers.map(({ name, value }) => JSON.stringify([name, value])).sort(),
  ]);
