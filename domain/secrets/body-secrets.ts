import { authorizationScheme, isSecretName } from './header-secrets.ts';
import { mergeSegments, plainSegment, secretSegment, type Segment } from './segment.ts';

/**
 * Finds values of names such as `routing_key` in JSON, also inside a string, in XML, YAML, forms and lines of
 * headers. Takes linear time.
 */
export function bodySegments(body: string): Segment[] {
  const found: Segment[] = [];
  let read = 0;
  names.lastIndex = 0;
  for (let match = names.exec(body); match !== null; match = names.exec(body)) {
    const { quoted, escaped, attribute, element, plain, sign = '' } = match.groups ?? {};
    const name = quoted ?? escaped ?? attribute ?? element ?? plain ?? '';
    const behind = match.index + match[0].length;
    const place = isSecretName(name) ? valueAt(body, behind, { name, sign, element }) : null;
    if (place === null || neverSecret.test(body.slice(place.start, place.end))) {
      // Other names can follow in the same tag or value.
      names.lastIndex = match.index + match[0].indexOf(name) + name.length;
      continue;
    }
    found.push(plainSegment(body.slice(read, place.start)));
    found.push(secretSegment(body.slice(place.start, place.end), `the ${name} of the payload`));
    read = place.end;
    names.lastIndex = read;
  }
  return mergeSegments([...found, plainSegment(body.slice(read))]);
}

const name = String.raw`[A-Za-z_][\w.-]{0,63}`;

/** A name and the text between the name and its value. */
const names = new RegExp(
  [
    String.raw`"(?<quoted>${name})"\s{0,20}:\s{0,20}`,
    String.raw`\\"(?<escaped>${name})\\"\s{0,20}:\s{0,20}`,
    String.raw`'(?<attribute>${name})'\s{0,20}:\s{0,20}`,
    String.raw`<(?:[\w-]{1,40}:)?(?<element>${name})(?:\s[^<>]{0,400})?>`,
    String.raw`(?<![\w.-])(?<plain>${name})[ \t]{0,8}(?<sign>[:=])[ \t]{0,8}`,
  ].join('|'),
  'g',
);

const neverSecret =
  /^(?:|true|false|null|none|nil|yes|no|required|optional|basic|bearer|oauth2?)$/i;

interface Site {
  readonly name: string;
  /** `:` or `=` behind a name without quotes. */
  readonly sign: string;
  readonly element: string | undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Values by their first characters; the group is the value. */
const values = {
  escaped: /\\["']([^"'\\]*)/dy,
  double: /"([^"\\]*(?:\\.[^"\\]*)*)/dsy,
  single: /'([^'\\]*(?:\\.[^'\\]*)*)/dsy,
  number: /(\d{3,})/dy,
  data: /\s*<!\[CDATA\[([^\]]*)/dy,
  content: /\s*([^<]*[^<\s])/dy,
  word: /([^\s"'<>&;,)}\]\\]+)/dy,
  line: /([^\r\n"'<>\\]*[^\s"'<>\\,;])/dy,
};

function valueAt(body: string, at: number, { name, sign, element }: Site): Span | null {
  if (element !== undefined) return spanOf(body, at, [values.data, values.content]);
  const quoted = spanOf(body, at, [values.escaped, values.double, values.single]);
  if (quoted !== null) return withoutScheme(body, quoted);
  if (sign === '') return spanOf(body, at, [values.number]);
  const scheme = lengthOfScheme(body, at, at + longestScheme);
  if (scheme > 0) return spanOf(body, at + scheme, [values.word]);
  const isLine = sign === ':' && startsLine(body, at - name.length);
  return spanOf(body, at, isLine ? [values.line] : [values.word]);
}

function spanOf(body: string, at: number, forms: readonly RegExp[]): Span | null {
  for (const form of forms) {
    form.lastIndex = at;
    const [start, end] = form.exec(body)?.indices?.[1] ?? [];
    if (start !== undefined && end !== undefined) return { start, end };
  }
  return null;
}

const longestScheme = 24;

const withoutScheme = (body: string, { start, end }: Span): Span => ({
  start: start + lengthOfScheme(body, start, Math.min(end, start + longestScheme)),
  end,
});

const lengthOfScheme = (body: string, start: number, end: number): number =>
  authorizationScheme.exec(body.slice(start, end))?.[0].length ?? 0;

/** Whether only spaces and a dash stand between the line's start and the name before `at`. */
function startsLine(body: string, at: number): boolean {
  const begin = Math.max(body.lastIndexOf('\n', at) + 1, at - 80);
  return /^[ \t-]*[\w.-]*[ \t:]*$/.test(body.slice(begin, at));
}
