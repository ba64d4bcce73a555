import { templateFault } from '../json/scan-json.ts';
import { parseTemplate, type TokenPart } from '../parse-template.ts';
import { fittingType } from './content-type.ts';
import {
  findingsFor,
  firstCharacter,
  inPayload,
  limitFindings,
  payloadFix,
  type TextRange,
  type TemplateFinding,
  type TemplateFix,
} from './finding.ts';
import { jsonBodyFindings } from './json-body-findings.ts';
import { inScenarios, listed, someTokens, tokenText } from './phrases.ts';
import { receiverOf, receiverShapeFindings } from './receiver-shape-findings.ts';
import { type JsonSubject, jsonSubject, payloadsOf, type Subject } from './subject.ts';
import {
  type BrokenToken,
  isRare,
  reasonsOf,
  scenariosOf,
  groupValueFindings,
} from './group-value-findings.ts';

/** @param reported percent signs that other findings report */
export function formBodyFindings(
  subject: Subject,
  reported: ReadonlySet<number>,
): TemplateFinding[] {
  if (subject.expectedFormat !== 'form') return [];
  const fields = fieldsOf(subject.template);
  const jsonFields = formJson(subject, fields);
  return limitFindings([
    ...noFields(subject, fields),
    ...strayPercents(subject, reported),
    ...splitJson(jsonFields),
    ...plusInJson(subject, jsonFields),
    ...lineBreaks(subject, jsonFields),
    ...formValues(subject, fields, jsonFields),
    ...jsonFields.flatMap((field) => field.findings()),
  ]);
}

function noFields({ template }: Subject, fields: readonly FormField[]): TemplateFinding[] {
  if (fields.some(({ equals }) => equals !== -1)) return [];
  return [
    {
      code: 'not-form',
      level: 'error',
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
  return findingsFor(stray, 'error', (at) =>
    encoded('%', at, 'A percent sign starts an escape in a form.'),
  );
}

const escapes = { '%': '%25', '&': '%26', '+': '%2B' };

/** A finding for a character that the template must encode. */
function encoded(
  character: keyof typeof escapes,
  start: number,
  reason: string,
): Omit<TemplateFinding, 'level'> {
  const text = escapes[character];
  const range = { start, end: start + 1 };
  return {
    code: 'not-form',
    place: inPayload(range),
    message: `${reason} Write ${text} for the character itself.`,
    fixes: [payloadFix(`Change to ${text}`, range, text)],
  };
}

const splitJson = (jsonFields: readonly FormJson[]): TemplateFinding[] =>
  findingsFor(
    jsonFields.flatMap(({ ampersands, name }) => ampersands.map((at) => ({ at, name }))),
    'error',
    ({ at, name }) => encoded('&', at, `This & ends the field “${name}” within its JSON.`),
  );

/** The receiver reads a plus sign as a space. */
const plusInJson = ({ template }: Subject, jsonFields: readonly FormJson[]): TemplateFinding[] =>
  findingsFor(
    jsonFields
      .filter(({ isRaw }) => isRaw)
      .flatMap(({ start, end }) => offsetsOf('+', template.slice(start, end), start)),
    'note',
    (at) => encoded('+', at, 'A plus sign means a space in a form.'),
  );

/** Outside of JSON, a line break becomes part of a name or a value. */
function lineBreaks({ template }: Subject, jsonFields: readonly FormJson[]): TemplateFinding[] {
  const isInJson = (at: number): boolean =>
    jsonFields.some(({ start, end }) => at >= start && at < end);
  const breaks = [...template.matchAll(/\r?\n/g)]
    .map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
    .filter(({ start }) => !isInJson(start));
  return findingsFor(breaks, 'note', (range) => ({
    code: 'not-form',
    place: inPayload(range),
    message:
      'This line break becomes part of a name or value of the form. Remove it, or write %0A if it is meant.',
    fixes: [payloadFix('Remove the line break', range, '')],
  }));
}

function offsetsOf(character: string, text: string, from = 0): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
    offsets.push(from + at);
  }
  return offsets;
}

/** A form field that should contain JSON. `start` and `end` are those of its value. */
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
const maxFields = 20;
const maxAmpersands = 5;

const likeJson = /^(\[|%5b)?\s*(\{|%7b)(\s|\+|%20|%0a)*("|'|“|\}|%22|%27|%7d|%[a-z])/i;

function formJson(subject: Subject, fields: readonly FormField[]): FormJson[] {
  const found: FormJson[] = [];
  for (let index = 0; index < fields.length && found.length < maxFields; index += 1) {
    const field = fields[index];
    if (field === undefined || field.equals === -1) continue;
    const begin = subject.template
      .slice(field.equals + 1, field.end)
      .trimStart()
      .slice(0, 40);
    if (!likeJson.test(begin)) continue;
    const next = fields.slice(index + 1, index + 1 + maxAmpersands);
    const jsonField = readJson(subject, field, next);
    found.push(jsonField);
    index += jsonField.ampersands.length;
  }
  return found;
}

/** Includes the next fields when an ampersand splits the JSON. */
function readJson(subject: Subject, field: FormField, nextFields: readonly FormField[]): FormJson {
  const { template, tokens, rules, forJobs, knownNames, scenarioValues } = subject;
  const values = { rules, forJobs, knownNames, scenarioValues };
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
  const lastJoined = isJson(field.end) ? -1 : nextFields.findIndex((next) => isJson(next.end));
  const ampersands = [field, ...nextFields].slice(0, lastJoined + 1).map((part) => part.end);
  const end = nextFields[lastJoined]?.end ?? field.end;
  const json = read(end);
  const isRaw = /^\s*[[{]/.test(template.slice(start, start + 40));
  const findings = (): TemplateFinding[] => {
    const takesForms = receiverOf(subject.definition.url)?.takesForms === true;
    const shape = name === 'payload' && takesForms ? receiverShapeFindings(subject, json) : [];
    const found = [...jsonBodyFindings(json, []), ...shape];
    return found.map((finding) => inTemplate(finding, json.placeOf));
  };
  return { name, start, end, isRaw, ampersands, json, findings };
}

function inTemplate(finding: TemplateFinding, placeOf: JsonSubject['placeOf']): TemplateFinding {
  const moved = <Place extends TextRange>(place: Place): Place => ({
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
  jsonFields: readonly FormJson[],
): TemplateFinding[] {
  const fixes = changeToJson(subject, fields, jsonFields);
  return groupValueFindings(
    'value-breaks-form',
    brokenTokens(subject, fields),
    (token) => (isRare(token) ? 'rare' : null),
    (first, group) => ({
      message: `${valuesInWords(first, group)}. ${effectsInWords(group)} ${noEncoding(fixes)}`,
      fixes,
    }),
  );
}

function valuesInWords(first: FormToken, group: readonly FormToken[]): string {
  const where = inScenarios(scenariosOf(group));
  if (!isRare(first)) {
    return `${tokenText(first.token.name)} holds ${listed(charactersOf(group), 'and')} ${where}`;
  }
  const names = someTokens(group.map(({ token }) => token.name));
  return `A value of ${names} can hold ${listed(charactersOf(group), 'or')}, as ${where}`;
}

function brokenTokens(subject: Subject, fields: readonly FormField[]): FormToken[] {
  const checkedKeys = new Set<string>();
  const broken: FormToken[] = [];
  let index = 0;
  for (const token of subject.tokens) {
    while ((fields[index]?.end ?? Infinity) < token.end) index += 1;
    const equals = fields[index]?.equals ?? -1;
    const inName = equals === -1 || token.start < equals;
    const key = `${inName ? 'name' : 'value'} ${token.name}`;
    if (checkedKeys.has(key)) continue;
    checkedKeys.add(key);
    const cases = subject.scenarioValues.flatMap(({ scenario, valueByName }) => {
      const value = valueByName.get(token.name) ?? '';
      const reasons = reserved.filter(
        (character) => value.includes(character) && (inName || character !== '='),
      );
      return reasons.length === 0 ? [] : [{ scenario, reasons }];
    });
    if (cases.length > 0) broken.push({ token, cases });
  }
  return broken;
}

const charactersOf = (tokens: readonly FormToken[]): Reserved[] => {
  const reasons = reasonsOf(tokens);
  return reserved.filter((character) => reasons.has(character));
};

const effects: Readonly<Record<Reserved, string>> = {
  '&': '& starts a new field',
  '+': '+ becomes a space',
  '%': '% starts an escape',
  '=': '= ends the name',
};

function effectsInWords(tokens: readonly FormToken[]): string {
  const tokenEffects = charactersOf(tokens).map((character) => effects[character]);
  return `In a form ${listed(tokenEffects, 'and')}.`;
}

const noEncoding = (fixes: readonly TemplateFix[]): string =>
  fixes.length === 0
    ? 'The installation does not encode values, so no template can prevent it.'
    : 'The installation does not encode values, but the receiver also takes JSON.';

/** Only for receivers that are known to take both a form and plain JSON. */
function changeToJson(
  { definition, template, tokens, contentType }: Subject,
  fields: readonly FormField[],
  jsonFields: readonly FormJson[],
): TemplateFix[] {
  const [field] = jsonFields;
  if (field?.name !== 'payload') return [];
  const { json, ampersands } = field;
  const isOnlyField = fields.length === ampersands.length + 1;
  if (!isOnlyField || json.fault !== null) return [];
  if (receiverOf(definition.url)?.takesForms !== true) return [];
  const namesOf = (parts: readonly TokenPart[]): string => parts.map(({ name }) => name).join();
  if (namesOf(json.tokens) !== namesOf(tokens)) return [];
  const value = fittingType.json;
  return [
    {
      title: 'Change the form to JSON',
      changes: [
        { kind: 'edit', start: 0, end: template.length, text: json.template },
        contentType === null
          ? { kind: 'add-header', name: 'Content-Type', value }
          : { kind: 'replace-header-value', index: contentType.index, value },
      ],
    },
  ];
}

/** UTF-16 offsets; `end` is exclusive. */
interface FormField {
  readonly start: number;
  readonly end: number;
  /** Offset of the equals sign, or -1. */
  readonly equals: number;
}

interface DecodedPiece {
  readonly text: string;
  readonly tokens: readonly TokenPart[];
  /** Maps an offset in `text` to the template. */
  readonly placeOf: (offset: number) => number;
}

/** Source: WHATWG URL Standard, application/x-www-form-urlencoded. */
function fieldsOf(template: string): FormField[] {
  const fields: FormField[] = [];
  for (let start = 0; start <= template.length;) {
    const ampersand = template.indexOf('&', start);
    const end = ampersand === -1 ? template.length : ampersand;
    const equals = template.indexOf('=', start);
    fields.push({ start, end, equals: equals === -1 || equals >= end ? -1 : equals });
    start = end + 1;
  }
  return fields;
}

/** Keeps tokens as they are. Invalid UTF-8 becomes U+FFFD. */
function decodePiece(
  template: string,
  tokens: readonly TokenPart[],
  start: number,
  end: number,
): DecodedPiece {
  let text = '';
  const places: number[] = [];
  let next = firstFrom(tokens, start);
  const add = (piece: string, at: number, step: number): void => {
    for (let index = 0; index < piece.length; index += 1) places.push(at + index * step);
    text += piece;
  };
  for (let at = start; at < end;) {
    const token = tokens[next];
    if (token?.start === at) {
      add(token.text, at, 1);
      next += 1;
      at = token.end;
      continue;
    }
    const escaped = escapedFrom(template, at, Math.min(end, token?.start ?? end));
    if (escaped === at) {
      add(template[at] === '+' ? ' ' : template.charAt(at), at, 1);
      at += 1;
    } else {
      add(decodeOrReplace(template.slice(at, escaped)), at, 0);
      at = escaped;
    }
  }
  places.push(end);
  return {
    text,
    tokens: parseTemplate(text).filter((part) => part.kind === 'token'),
    placeOf: (offset) => places[Math.min(offset, text.length)] ?? end,
  };
}

const encodePiece = (text: string): string =>
  parseTemplate(text)
    .map((part) =>
      part.kind === 'token'
        ? part.text
        : part.text.replaceAll(/[%&+]/g, (character) => encodeURIComponent(character)),
    )
    .join('');

function firstFrom(tokens: readonly TokenPart[], start: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? start) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

const escape = /%[0-9A-Fa-f]{2}/y;

function isEscape(text: string, at: number): boolean {
  escape.lastIndex = at;
  return escape.test(text);
}

/** Returns the end of one escaped character; `at` when there is none. */
function escapedFrom(template: string, at: number, end: number): number {
  let behind = at;
  while (behind + 3 <= end && isEscape(template, behind)) {
    const isNext = behind > at && !/^%[89AB]/i.test(template.slice(behind, behind + 2));
    if (isNext) break;
    behind += 3;
  }
  return behind;
}

function decodeOrReplace(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch (error) {
    if (error instanceof URIError) return '\ufffd';
    throw error;
  }
}
