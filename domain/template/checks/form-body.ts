import { type FormField, fieldsOf, isEscape } from '../form/read-form.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { FindingList, limited, type Unlevelled } from './finding-list.ts';
import { type FormJson, formJson } from './form-json.ts';
import { formValues } from './form-values.ts';
import type { Subject } from './subject.ts';

/** @param claimed percent signs that other findings report */
export function formBody(subject: Subject, claimed: ReadonlySet<number>): TemplateFinding[] {
  if (subject.meantAs !== 'form') return [];
  const fields = fieldsOf(subject.template);
  const json = formJson(subject, fields);
  return limited([
    ...noFields(subject, fields),
    ...strayPercents(subject, claimed),
    ...splitJson(json),
    ...plusInJson(subject, json),
    ...lineBreaks(subject, json),
    ...formValues(subject, fields, json),
    ...json.flatMap((each) => each.findings()),
  ]);
}

function noFields({ template }: Subject, fields: readonly FormField[]): TemplateFinding[] {
  if (fields.some(({ equals }) => equals !== -1)) return [];
  const start = template.length - template.trimStart().length;
  return [
    {
      code: 'not-form',
      level: 'warning',
      place: { kind: 'payload', start, end: Math.min(start + 1, template.length) },
      message:
        'The Content-Type says a form, but the payload has no field such as name=value. The receiver reads no values from it.',
      fixes: [],
    },
  ];
}

function strayPercents(
  { template, tokens }: Subject,
  claimed: ReadonlySet<number>,
): TemplateFinding[] {
  const found = new FindingList();
  let next = 0;
  for (let at = template.indexOf('%'); at !== -1; at = template.indexOf('%', at + 1)) {
    while ((tokens[next]?.end ?? Infinity) <= at) next += 1;
    const inToken = (tokens[next]?.start ?? Infinity) <= at;
    if (inToken || claimed.has(at) || isEscape(template, at)) continue;
    const start = at;
    found.add('warning', () => encoded(start, 'A percent sign starts an escape in a form.'));
  }
  return found.all();
}

const escapes: Readonly<Record<string, string>> = { '%': '%25', '&': '%26', '+': '%2B' };

function encoded(start: number, why: string, character = '%'): Unlevelled {
  const text = escapes[character] ?? encodeURIComponent(character);
  const fix: TemplateFix = {
    title: `Change to ${text}`,
    changes: [{ kind: 'edit', field: 'payload', start, end: start + 1, text }],
  };
  return {
    code: 'not-form',
    place: { kind: 'payload', start, end: start + 1 },
    message: `${why} Write ${text} for the character itself.`,
    fixes: [fix],
  };
}

function splitJson(json: readonly FormJson[]): TemplateFinding[] {
  const found = new FindingList();
  for (const { ampersands, name } of json) {
    for (const at of ampersands) {
      found.add('warning', () =>
        encoded(at, `This & ends the field “${name}” within its JSON.`, '&'),
      );
    }
  }
  return found.all();
}

/** The receiver reads a plus sign as a space. */
function plusInJson({ template }: Subject, json: readonly FormJson[]): TemplateFinding[] {
  const found = new FindingList();
  for (const { start, end, isRaw } of json) {
    if (!isRaw) continue;
    for (let at = template.indexOf('+', start); at !== -1 && at < end;) {
      const plus = at;
      found.add('note', () => encoded(plus, 'A plus sign means a space in a form.', '+'));
      at = template.indexOf('+', at + 1);
    }
  }
  return found.all();
}

/** Outside of JSON, a line break becomes part of a name or a value. */
function lineBreaks({ template }: Subject, json: readonly FormJson[]): TemplateFinding[] {
  const found = new FindingList();
  for (const { 0: text, index } of template.matchAll(/\r?\n/g)) {
    if (json.some(({ start, end }) => index >= start && index < end)) continue;
    found.add('note', () => ({
      code: 'not-form',
      place: { kind: 'payload', start: index, end: index + text.length },
      message:
        'This line break becomes part of a name or value of the form. Remove it, or write %0A if it is meant.',
      fixes: [
        {
          title: 'Remove the line break',
          changes: [
            { kind: 'edit', field: 'payload', start: index, end: index + text.length, text: '' },
          ],
        },
      ],
    }));
  }
  return found.all();
}
