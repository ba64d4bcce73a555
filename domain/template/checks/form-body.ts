import { decodePiece, encodePiece, fieldsOf, type FormField, isEscape } from '../form/read-form.ts';
import { templateFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { fittingType } from './content-type.ts';
import {
  findingsFor,
  firstCharacter,
  inPayload,
  limited,
  payloadFix,
  type Span,
  type TemplateFinding,
  type TemplateFix,
} from './finding.ts';
import { jsonBody } from './json-body.ts';
import { inScenarios, listed, someTokens, tokenText } from './phrases.ts';
import { receiverOf, receiverShape } from './receiver-shape.ts';
import { type JsonSubject, jsonSubject, payloadsOf, type Subject } from './subject.ts';
import { type BrokenToken, isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

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

/** `start` and `end` are those of the field's value. */
interface FormJson {
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

function formJson(subject: Subject, fields: readonly FormField[]): FormJson[] {
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

/** `=` is reserved in names only. */
const reserved = ['&', '+', '%', '='] as const;
type Reserved = (typeof reserved)[number];

type FormToken = BrokenToken<Reserved>;

function formValues(
  subject: Subject,
  fields: readonly FormField[],
  json: readonly FormJson[],
): TemplateFinding[] {
  const fixes = asJson(subject, fields, json);
  return valueFindings(
    'value-breaks-form',
    brokenTokens(subject, fields),
    (token) => (isRare(token) ? 'rare' : null),
    (first, some) => ({
      message: `${whatIsHeld(first, some)}. ${whatHappens(some)} ${noEncoding(fixes)}`,
      fixes,
    }),
  );
}

function whatIsHeld(first: FormToken, some: readonly FormToken[]): string {
  const where = inScenarios(scenariosOf(some));
  if (!isRare(first)) {
    return `${tokenText(first.token.name)} holds ${listed(charactersOf(some), 'and')} ${where}`;
  }
  const names = someTokens(some.map(({ token }) => token.name));
  return `A value of ${names} can hold ${listed(charactersOf(some), 'or')}, as ${where}`;
}

function brokenTokens(subject: Subject, fields: readonly FormField[]): FormToken[] {
  const known = new Set<string>();
  const broken: FormToken[] = [];
  let index = 0;
  for (const token of subject.tokens) {
    while ((fields[index]?.end ?? Infinity) < token.end) index += 1;
    const equals = fields[index]?.equals ?? -1;
    const inName = equals === -1 || token.start < equals;
    const key = `${inName ? 'name' : 'value'} ${token.name}`;
    if (known.has(key)) continue;
    known.add(key);
    const cases = subject.cases.flatMap(({ scenario, known: values }) => {
      const value = values.get(token.name) ?? '';
      const reasons = reserved.filter(
        (character) => value.includes(character) && (inName || character !== '='),
      );
      return reasons.length === 0 ? [] : [{ scenario, reasons }];
    });
    if (cases.length > 0) broken.push({ token, cases });
  }
  return broken;
}

const charactersOf = (some: readonly FormToken[]): Reserved[] => {
  const all = reasonsOf(some);
  return reserved.filter((character) => all.has(character));
};

const effects: Readonly<Record<Reserved, string>> = {
  '&': '& starts a new field',
  '+': '+ becomes a space',
  '%': '% starts an escape',
  '=': '= ends the name',
};

function whatHappens(some: readonly FormToken[]): string {
  const happens = charactersOf(some).map((character) => effects[character]);
  return `In a form ${listed(happens, 'and')}.`;
}

const noEncoding = (fixes: readonly TemplateFix[]): string =>
  fixes.length === 0
    ? 'The installation does not encode values, so no template can prevent it.'
    : 'The installation does not encode values, but the receiver also takes JSON.';

/** Only for receivers that are known to take both a form and plain JSON. */
function asJson(
  { definition, template, tokens, contentType }: Subject,
  fields: readonly FormField[],
  json: readonly FormJson[],
): TemplateFix[] {
  const [only] = json;
  if (only?.name !== 'payload') return [];
  if (fields.length !== only.ampersands.length + 1) return [];
  if (receiverOf(definition.url)?.takesForms !== true || only.json.fault !== null) return [];
  const names = (some: readonly TokenPart[]): string => some.map(({ name }) => name).join();
  if (names(only.json.tokens) !== names(tokens)) return [];
  const value = fittingType.json;
  return [
    {
      title: 'Change the form to JSON',
      changes: [
        { kind: 'edit', start: 0, end: template.length, text: only.json.template },
        contentType === null
          ? { kind: 'add-header', name: 'Content-Type', value }
          : { kind: 'replace-header-value', index: contentType.index, value },
      ],
    },
  ];
}
