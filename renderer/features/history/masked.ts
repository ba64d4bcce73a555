import { maskedUrl } from '#domain/secrets/masked-url.ts';
import type { FieldDifference } from '#domain/webhook/difference.ts';
import { hasSecretValue, secretHeaderValues } from '#domain/secrets/header-secrets.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { StateDifference } from './entry-states.ts';

type Definitions = readonly (WebhookDefinition | null)[];

export const secretValues = (definitions: Definitions): string[] =>
  definitions.flatMap((definition) => secretHeaderValues(definition?.headers ?? []));

/** Maps each URL that contains a secret to its masked form. */
export const secretUrls = (definitions: Definitions): Map<string, string> =>
  new Map(
    definitions
      .map((definition) => definition?.url ?? '')
      .map((url) => [url, maskedUrl(url)] as const)
      .filter(([url, masked]) => url !== masked),
  );

export const maskedDifferences = (differences: readonly FieldDifference[]): FieldDifference[] =>
  differences.map((difference) =>
    difference.field === 'url'
      ? { ...difference, before: hidden(difference.before), after: hidden(difference.after) }
      : difference,
  );

export const hidesSomething = ({
  differences,
  headers: { added, changed, deleted },
}: Pick<StateDifference, 'differences' | 'headers'>): boolean =>
  [...added, ...changed, ...changed.map((header) => header.before), ...deleted].some(
    hasSecretValue,
  ) ||
  differences.some(
    ({ field, before, after }) =>
      field === 'url' && (hidden(before) !== before || hidden(after) !== after),
  );

const hidden = (value: FieldDifference['before']): FieldDifference['before'] =>
  typeof value === 'string' ? maskedUrl(value) : value;
