import { joined, open, type Stretch } from '../../secrets/stretch.ts';
import type { CurlCall } from './curl-call.ts';
import { secretVariables } from './secret-variables.ts';

/** How each secret is called within the command. */
type Names = ReadonlyMap<string, string>;

/**
 * A command for PowerShell on Windows, 5.1 and 7 alike, that calls the system's curl.exe.
 *
 * Up to 7.2 PowerShell hands double quotes in arguments on without escaping them, later ones escape
 * them; 5.1 turns what is piped to a program into ASCII, and all add a line break to it. So nothing
 * that a webhook holds is an argument or is piped: options and payload are written to two files, in
 * UTF-8 without a mark, which `WriteAllText` does in every version, and are removed at the end. Each
 * line of the payload is a text of its own, so that line breaks are those of the payload however the
 * command was pasted or saved. The whole is one block: where a secret is missing, nothing of it runs.
 *
 * Source: about_Quoting_Rules, about_Special_Characters, about_Parsing; curl(1), `--config`.
 */
export function powershellCommand(call: CurlCall): string {
  const variables = secretVariables(call);
  const names: Names = new Map(
    [...variables.keys()].map((text, index) => [text, `$secret${index + 1}`]),
  );
  const guard = [...variables.values()].flatMap(({ name, what }, index) => [
    `  $secret${index + 1} = $env:${name}`,
    `  if (-not $secret${index + 1}) { throw 'Set $env:${name} to ${what}.' }`,
  ]);
  const { body } = call;
  const options = call.options.map(({ name, value }) => optionLine(name, value, names));
  const files = body === null ? '$options' : '$options, $body';
  return [
    '& {',
    ...guard,
    '  $options = [IO.Path]::GetTempFileName()',
    ...(body === null ? [] : ['  $body = [IO.Path]::GetTempFileName()']),
    '  try {',
    ...written('$options', options),
    ...(body === null ? [] : written('$body', bodyLines(body, names))),
    `    curl.exe --config $options${body === null ? '' : ' --data-binary "@$body"'}`,
    `  } finally { Remove-Item -LiteralPath ${files} }`,
    '}',
  ].join('\n');
}

const written = (file: string, lines: readonly string[]): string[] => [
  `    [IO.File]::WriteAllText(${file}, (@(`,
  ...lines.map((line) => `      ${line}`),
  '    ) -join "`n"))',
];

/** A line of a file of options: `name = "value"`, with escapes of curl's own. */
function optionLine(name: string, value: readonly Stretch[], names: Names): string {
  if (value.length === 0) return literal(name);
  const pieces = joined([
    open(`${name} = "`),
    ...value.map(({ text, secret }) =>
      secret === null ? open(inOptions(text)) : { text, secret },
    ),
    open('"'),
  ]);
  return sum(pieces, (secret) => {
    const escapes = String.raw`.Replace('\', '\\').Replace('"', '\"')`;
    return `${names.get(secret) ?? ''}${escapes}`;
  });
}

const inOptions = (text: string): string =>
  text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\t', String.raw`\t`);

function bodyLines(body: readonly Stretch[], names: Names): string[] {
  const lines: Stretch[][] = [[]];
  for (const { text, secret } of body) {
    const [first = '', ...others] = secret === null ? text.split('\n') : [text];
    lines.at(-1)?.push({ text: first, secret });
    for (const other of others) lines.push([open(other)]);
  }
  return lines.map((line) => sum(joined(line), (secret) => names.get(secret) ?? ''));
}

/** An expression for the pieces one behind the other. */
function sum(pieces: readonly Stretch[], secretOf: (text: string) => string): string {
  if (pieces.length === 0) return "''";
  return pieces
    .map(({ text, secret }) => (secret === null ? literal(text) : secretOf(text)))
    .join(' + ');
}

/** Control characters stand in texts of their own, in double quotes; all else is easier to read in single ones. */
const literal = (text: string): string =>
  text
    .split(/(\p{Cc}+)/u)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\p{Cc}/u.test(piece) ? controls(piece) : inQuotes(piece)))
    .join(' + ');

/** PowerShell takes curly quotes for quotes; a quote that is there twice stands for itself. */
const inQuotes = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

const controls = (text: string): string =>
  `"${text.replaceAll(/\p{Cc}/gu, (one) => shortEscapes.get(one) ?? `$([char]${one.charCodeAt(0)})`)}"`;
const shortEscapes = new Map([
  ['\0', '`0'],
  ['\t', '`t'],
  ['\r', '`r'],
]);
