import { joined, open, secret, type Segment } from './segment.ts';

/** Finds JSON members and form fields with names such as `routing_key`. Takes linear time. */
export function bodySegments(body: string): Segment[] {
  const found: Segment[] = [];
  let read = 0;
  for (const match of body.matchAll(namedSecret)) {
    const { double, single, field } = match.groups ?? {};
    const value = double ?? single ?? field ?? '';
    const name = match[1] ?? match[3] ?? match[5] ?? '';
    const end = match.index + match[0].length;
    found.push(open(body.slice(read, end - value.length)));
    found.push(secret(value, `the ${name} of the payload`));
    read = end;
  }
  return joined([...found, open(body.slice(read))]);
}

const names =
  '((?:(?:routing|service|integration|api|access|private|secret)[_-]?key)|' +
  '(?:(?:auth|access|api|bot|refresh|bearer|session)[_-]?)?token|' +
  '(?:client[_-]?)?secret|passw(?:or)?d|passphrase|authorization)';

/** Each alternative ends with the value, so that the end of the match locates it. */
const namedSecret = new RegExp(
  [
    String.raw`"${names}"\s*:\s*"(?<double>[^"\\]*(?:\\.[^"\\]*)*)`,
    String.raw`'${names}'\s*:\s*'(?<single>[^'\\]*(?:\\.[^'\\]*)*)`,
    String.raw`(?<![^?&])${names}=(?<field>[^&\s"'<>]+)`,
  ].join('|'),
  'gis',
);
