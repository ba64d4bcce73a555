import type { Masking } from '#domain/secrets/masking.ts';
import type { Conflict } from '#domain/merge/conflict.ts';
import type { FieldDifference } from '#domain/webhook/difference.ts';
import { fieldInSentence, type FieldValue } from '#domain/webhook/fields.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { HeaderChangeSet } from '#domain/webhook/header-change-set.ts';
import { capitalised } from '#domain/text/wording.ts';
import { withMarks } from '../../ui/hidden-characters.ts';

/** Shown before an update, because the interface has no version of a webhook to compare. */
export const lastReadWarning =
  'A change made on the installation in the moment before the update could be overwritten.';

/** Omits header values, which can be secret. */
export function conflictsInWords(conflicts: readonly Conflict[]): string {
  const parts = conflicts.map((conflict) => {
    if (conflict.kind === 'field') return fieldInSentence(conflict.path);
    const header = conflict.draft ?? conflict.live ?? conflict.base;
    return `the header “${withMarks(header?.name ?? '')}”`;
  });
  return new Intl.ListFormat('en').format(parts);
}

export const shownValue = (value: FieldValue): string => withMarks(valueInWords(value));

/** Leaves typed text unchanged; `shownValue` also marks its hidden characters. */
export function valueInWords(value: FieldValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null) return 'not set';
  return value === '' ? '(empty)' : String(value);
}

/** What a request will change. Omits header values, which can be secret. */
export function changesToSend(
  differences: readonly FieldDifference[],
  headers: HeaderChangeSet,
  masking: Masking,
): string[] {
  return [
    ...differences.map((difference) => fieldSentence(difference, masking)),
    ...headers.added.map(({ name }) => `Adds the header ${withMarks(name)}.`),
    ...headers.changed.map(({ id, name, value, before }) => {
      if (before.name === name) {
        return `Changes the value of the header ${withMarks(name)} (id ${id}).`;
      }
      const andValue = before.value === value ? '' : ' and changes its value';
      return `Renames the header ${withMarks(before.name)} to ${withMarks(name)}${andValue} (id ${id}).`;
    }),
    ...headers.deleted.map(({ id, name }) => `Deletes the header ${withMarks(name)} (id ${id}).`),
    ...headers.unaddressable.map(
      ({ name }) => `Changes or deletes the header ${withMarks(name)} (no id).`,
    ),
  ];
}

/** What a request has changed. Omits header values, which can be secret. */
export function changesMade(
  differences: readonly FieldDifference[],
  headers: HeaderChangeSet,
  masking: Masking,
): string[] {
  return [
    ...differences.map((difference) => changedFieldSentence(difference, masking)),
    ...headers.added.map(({ name }) => `Header ${withMarks(name)} added.`),
    ...headers.changed.map(({ id, name, value, before }) => {
      if (before.name === name) return `Value of the header ${withMarks(name)} changed (id ${id}).`;
      const andValue = before.value === value ? '' : ', its value changed';
      return `Header ${withMarks(before.name)} renamed to ${withMarks(name)}${andValue} (id ${id}).`;
    }),
    ...headers.deleted.map(({ id, name }) => `Header ${withMarks(name)} deleted (id ${id}).`),
    ...headers.unaddressable.map(
      ({ name }) => `Header ${withMarks(name)} changed or deleted (no id).`,
    ),
  ];
}

export const creationToSend = (webhook: WebhookDefinition): string =>
  `Creates ${nameOrNoun(webhook)} with ${creationDetails(webhook)}.`;

export const creationMade = (webhook: WebhookDefinition): string =>
  `${capitalised(nameOrNoun(webhook))} created with ${creationDetails(webhook)}.`;

const nameOrNoun = ({ name }: WebhookDefinition): string =>
  name === '' ? 'a webhook' : `“${withMarks(name)}”`;

const creationDetails = ({ enabled, headers }: WebhookDefinition): string =>
  `${headers.length === 1 ? 'one header' : `${headers.length} headers`}, ${enabled ? 'enabled' : 'disabled'}`;

function fieldSentence({ field, before, after }: FieldDifference, masking: Masking): string {
  if (field === 'payloadTemplate') return 'Changes the payload template.';
  if (field === 'enabled') return after === true ? 'Enables the webhook.' : 'Disables the webhook.';
  if (typeof after === 'boolean')
    return `Switches ${fieldInSentence(field)} ${after ? 'on' : 'off'}.`;
  const [was, is] = [before, after].map((value) => quote(masking.field(field, value)));
  const part = `${field === 'url' ? 'the ' : ''}${fieldInSentence(field)}`;
  return was === is ? `Changes a secret in ${part}.` : `Changes ${part} from ${was} to ${is}.`;
}

function changedFieldSentence({ field, before, after }: FieldDifference, masking: Masking): string {
  if (field === 'payloadTemplate') return 'Payload template changed.';
  if (field === 'enabled') return after === true ? 'Webhook enabled.' : 'Webhook disabled.';
  const subject = capitalised(fieldInSentence(field));
  if (typeof after === 'boolean') return `${subject} switched ${after ? 'on' : 'off'}.`;
  const [was, is] = [before, after].map((value) => quote(masking.field(field, value)));
  return was === is
    ? `${subject} changed in a secret.`
    : `${subject} changed from ${was} to ${is}.`;
}

const quote = (value: FieldValue): string =>
  typeof value === 'string' && value !== '' ? `“${withMarks(value)}”` : shownValue(value);
