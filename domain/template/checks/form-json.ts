import { decodePiece, encodePiece, type FormField } from '../form/read-form.ts';
import { templateFault } from '../json/scan-json.ts';
import type { Span, TemplateFinding } from './finding.ts';
import { jsonBody } from './json-body.ts';
import { type JsonSubject, jsonSubject } from './json-subject.ts';
import { payloadsOf } from './payloads.ts';
import { receiverShape } from './receiver-shape.ts';
import { receiverOf } from './receiver.ts';
import type { Subject } from './subject.ts';

/** `start` and `end` are those of the field's value. */
export interface FormJson {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Not percent-encoded throughout. */
  readonly isRaw: boolean;
  /** Ampersands within the JSON, which end the field too early. */
  readonly ampersands: readonly number[];
  readonly json: JsonSubject;
  /** Places refer to the template. */
  readonly findings: () => TemplateFinding[];
}

/** Fields per form, and ampersands per field. */
const mostFields = 20;
const mostAmpersands = 5;

const likeJson = /^(\[|%5b)?\s*(\{|%7b)(\s|\+|%20|%0a)*("|'|“|\}|%22|%27|%7d|%[a-z])/i;

export function formJson(subject: Subject, fields: readonly FormField[]): FormJson[] {
  const found: FormJson[] = [];
  for (let index = 0; index < fields.length && found.length < mostFields; index += 1) {
    const field = fields[index];
    if (field === undefined || field.equals === -1) continue;
    const begin = subject.template
      .slice(field.equals + 1, field.end)
      .trimStart()
      .slice(0, 40);
    if (!likeJson.test(begin)) continue;
    const json = readJson(subject, field, fields.slice(index + 1, index + 1 + mostAmpersands));
    found.push(json);
    index += json.ampersands.length;
  }
  return found;
}

/** Includes the next fields when an ampersand splits the JSON. */
function readJson(subject: Subject, field: FormField, behind: readonly FormField[]): FormJson {
  const { template, tokens, rules, forJobs, known, cases } = subject;
  const values = { rules, forJobs, known, cases };
  const start = field.equals + 1;
  const name = decodePiece(template, tokens, field.start, field.equals).text;
  const read = (end: number): JsonSubject => {
    const piece = decodePiece(template, tokens, start, end);
    return jsonSubject({
      ...values,
      template: piece.text,
      tokens: piece.tokens,
      payloads: payloadsOf(piece.text, piece.tokens, values),
      scan: {},
      title: `The field “${name}”`,
      why: 'It starts like JSON.',
      source: template,
      placeOf: piece.placeOf,
    });
  };
  const isJson = (end: number): boolean => {
    const piece = decodePiece(template, tokens, start, end);
    return templateFault(piece.text, piece.tokens) === null;
  };
  const joined = isJson(field.end) ? -1 : behind.findIndex((each) => isJson(each.end));
  const ampersands = [field, ...behind].slice(0, joined + 1).map((each) => each.end);
  const end = behind[joined]?.end ?? field.end;
  const json = read(end);
  const isRaw = /^\s*[[{]/.test(template.slice(start, start + 40));
  const findings = (): TemplateFinding[] => {
    const takesForms = receiverOf(subject.definition.url)?.takesForms === true;
    const shape = name === 'payload' && takesForms ? receiverShape(subject, json) : [];
    return [...jsonBody(json, []), ...shape].map((finding) => inTemplate(finding, json.placeOf));
  };
  return { name, start, end, isRaw, ampersands, json, findings };
}

function inTemplate(finding: TemplateFinding, placeOf: JsonSubject['placeOf']): TemplateFinding {
  const moved = <Place extends Span>(place: Place): Place => ({
    ...place,
    start: placeOf(place.start),
    end: placeOf(place.end),
  });
  const { place, fixes } = finding;
  return {
    ...finding,
    place: place.kind === 'payload' ? moved(place) : place,
    fixes: fixes.map(({ title, changes }) => ({
      title,
      changes: changes.map((change) =>
        change.kind === 'edit' ? { ...moved(change), text: encodePiece(change.text) } : change,
      ),
    })),
  };
}
