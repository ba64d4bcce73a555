import { type FormField, fieldsOf, isEscape } from '../form/read-form.ts';
import { firstCharacter, inPayload, payloadFix, type TemplateFinding } from './finding.ts';
import { findingsFor, limited } from './finding-list.ts';
import { type FormJson, formJson } from './form-json.ts';
import { formValues } from './form-values.ts';
import type { Subject } from './subject.ts';

/** @param reported percent signs that other findings report */
export function formBody(subject: Subject, reported: ReadonlySet<number>): TemplateFinding[] {
  if (subject.meantAs !== 'form') return [];
  const fields = fieldsOf(subject.template);
  const json = formJson(subject, fields);
  return limited([
    ...noFields(subject, fields),
    ...strayPercents(subject, reported),
    ...splitJson(json),
    ...plusInJson(subject, json),
    ...lineBreaks(subject, json),
    ...formValues(subject, fields, json),
    ...json.flatMap((each) => each.findings()),
  ]);
}

function noFields({ template }: Subject, fields: readonly FormField[]): TemplateFinding[] {
  if (fields.some(({ equals }) => equals !== -1)) return [];
  return [
    {
      code: 'not-form',
      level: 'warning',
      place: firstCharacter(template),
      message:
        'The Content-Type says a form, but the payload has no field such as name=value. The receiver reads no values from it.',
      fixes: [],
    },
  ];
}

function strayPercents(
  { template, tokens }: Subject,
  reported: ReadonlySet<number>,
): TemplateFinding[] {
  let next = 0;
  const stray = offsetsOf('%', template).filter((at) => {
    while ((tokens[next]?.end ?? Infinity) <= at) next += 1;
    const inToken = (tokens[next]?.start ?? Infinity) <= at;
    return !inToken && !reported.has(at) && !isEscape(template, at);
  });
  return findingsFor(stray, 'warning', (at) =>
    encoded('%', at, 'A percent sign starts an escape in a form.'),
  );
}

const escapes = { '%': '%25', '&': '%26', '+': '%2B' };

function encoded(
  character: keyof typeof escapes,
  start: number,
  why: string,
): Omit<TemplateFinding, 'level'> {
  const text = escapes[character];
  const span = { start, end: start + 1 };
  return {
    code: 'not-form',
    place: inPayload(span),
    message: `${why} Write ${text} for the character itself.`,
    fixes: [payloadFix(`Change to ${text}`, span, text)],
  };
}

const splitJson = (json: readonly FormJson[]): TemplateFinding[] =>
  findingsFor(
    json.flatMap(({ ampersands, name }) => ampersands.map((at) => ({ at, name }))),
    'warning',
    ({ at, name }) => encoded('&', at, `This & ends the field “${name}” within its JSON.`),
  );

/** The receiver reads a plus sign as a space. */
const plusInJson = ({ template }: Subject, json: readonly FormJson[]): TemplateFinding[] =>
  findingsFor(
    json
      .filter(({ isRaw }) => isRaw)
      .flatMap(({ start, end }) => offsetsOf('+', template.slice(start, end), start)),
    'note',
    (at) => encoded('+', at, 'A plus sign means a space in a form.'),
  );

/** Outside of JSON, a line break becomes part of a name or a value. */
function lineBreaks({ template }: Subject, json: readonly FormJson[]): TemplateFinding[] {
  const breaks = [...template.matchAll(/\r?\n/g)]
    .map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
    .filter((span) => !json.some(({ start, end }) => span.start >= start && span.start < end));
  return findingsFor(breaks, 'note', (span) => ({
    code: 'not-form',
    place: inPayload(span),
    message:
      'This line break becomes part of a name or value of the form. Remove it, or write %0A if it is meant.',
    fixes: [payloadFix('Remove the line break', span, '')],
  }));
}

function offsetsOf(character: string, text: string, from = 0): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    offsets.push(from + at);
  }
  return offsets;
}
