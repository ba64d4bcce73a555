import { authorizationScheme } from './header-spans.ts';
import { isSecretName } from './sensitive-names.ts';
import { mergeSpans, plainSpan, secretSpan, type Span } from './span.ts';

/**
 * Finds values of names such as `routing_key` in JSON, also inside a string, in XML, YAML, forms and lines of
 * headers. Takes linear time.
 */
export function bodySpans(body: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  nameBeforeValue.lastIndex = 0;
  for (let match = nameBeforeValue.exec(body); match !== null; match = nameBeforeValue.exec(body)) {
    const { quoted, escaped, attribute, element, plain, sign = '' } = match.groups ?? {};
    const name = quoted ?? escaped ?? attribute ?? element ?? plain ?? '';
    const valueStart = match.index + match[0].length;
    const value = isSecretName(name) ? valueAt(body, valueStart, { name, sign, element }) : null;
    if (value === null || neverSecret.test(body.slice(value.start, value.end))) {
      // Other names can follow in the same tag or value.
      nameBeforeValue.lastIndex = match.index + match[0].indexOf(name) + name.length;
      continue;
    }
    spans.push(plainSpan(body.slice(end, value.start)));
    spans.push(secretSpan(body.slice(value.start, value.end), `the ${name} of the payload`));
    ({ end } = value);
    nameBeforeValue.lastIndex = end;
  }
  return mergeSpans([...spans, plainSpan(body.slice(end))]);
}

const namePattern = String.raw`[A-Za-z_][\w.-]{0,63}`;

/** A name and the text between the name and its value. */
const nameBeforeValue = new RegExp(
  [
    String.raw`"(?<quoted>${namePattern})"\s{0,20}:\s{0,20}`,
    String.raw`\\"(?<escaped>${namePattern})\\"\s{0,20}:\s{0,20}`,
    String.raw`'(?<attribute>${namePattern})'\s{0,20}:\s{0,20}`,
    String.raw`<(?:[\w-]{1,40}:)?(?<element>${namePattern})(?:\s[^<>]{0,400})?>`,
    String.raw`(?<![\w.-])(?<plain>${namePattern})[ \t]{0,8}(?<sign>[:=])[ \t]{0,8}`,
  ].join('|'),
  'g',
);

const neverSecret =
  /^(?:|true|false|null|none|nil|yes|no|required|optional|basic|bearer|oauth2?)$/i;

interface NameOfValue {
  readonly name: string;
  /** `:` or `=` behind a name without quotes. */
  readonly sign: string;
  readonly element: string | undefined;
}

/** UTF-16 offsets of a value; `end` is exclusive. */
interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/** Values by their first characters; the group is the value. */
const valueForms = {
  escaped: /\\["']([^"'\\]*)/dy,
  double: /"([^"\\]*(?:\\.[^"\\]*)*)/dsy,
  single: /'([^'\\]*(?:\\.[^'\\]*)*)/dsy,
  number: /(\d{3,})/dy,
  data: /\s*<!\[CDATA\[([^\]]*)/dy,
  content: /\s*([^<]*[^<\s])/dy,
  word: /([^\s"'<>&;,)}\]\\]+)/dy,
  line: /([^\r\n"'<>\\]*[^\s"'<>\\,;])/dy,
};

function valueAt(
  body: string,
  at: number,
  { name, sign, element }: NameOfValue,
): ValueRange | null {
  const { escaped, double, single, number, data, content, word, line } = valueForms;
  if (element !== undefined) return rangeOf(body, at, [data, content]);
  const quoted = rangeOf(body, at, [escaped, double, single]);
  if (quoted !== null) return withoutScheme(body, quoted);
  if (sign === '') return rangeOf(body, at, [number]);
  const schemeLength = lengthOfScheme(body, at, at + maxSchemeLength);
  if (schemeLength > 0) return rangeOf(body, at + schemeLength, [word]);
  const isLine = sign === ':' && startsLine(body, at - name.length);
  return rangeOf(body, at, isLine ? [line] : [word]);
}

function rangeOf(body: string, at: number, forms: readonly RegExp[]): ValueRange | null {
  for (const form of forms) {
    form.lastIndex = at;
    const [start, end] = form.exec(body)?.indices?.[1] ?? [];
    if (start !== undefined && end !== undefined) return { start, end };
  }
  return null;
}

const maxSchemeLength = 24;

const withoutScheme = (body: string, { start, end }: ValueRange): ValueRange => ({
  start: start + lengthOfScheme(body, start, Math.min(end, start + maxSchemeLength)),
  end,
});

const lengthOfScheme = (body: string, start: number, end: number): number =>
  authorizationScheme.exec(body.slice(start, end))?.[0].length ?? 0;

/** Whether only spaces and a dash stand between the line's start and the name before `at`. */
function startsLine(body: string, at: number): boolean {
  const begin = Math.max(body.lastIndexOf('\n', at) + 1, at - 80);
  return /^[ \t-]*[\w.-]*[ \t:]*$/.test(body.slice(begin, at));
}
