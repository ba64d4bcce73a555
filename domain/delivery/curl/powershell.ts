import { mergeSpans, plainSpan, type Span } from '../../secrets/span.ts';
import { type CurlCall, secretVariables } from './curl-call.ts';

type VariableBySecret = ReadonlyMap<string, string>;

/**
 * PowerShell up to 7.2 does not escape quotes in arguments. Version 5.1 pipes ASCII, and every
 * version ends piped text with a line break. So the command writes two UTF-8 files, one literal per
 * payload line, and deletes them. Nothing runs while a secret is missing.
 * Source: about_Quoting_Rules; curl(1), `--config`.
 */
export function powershellCommand(call: CurlCall): string {
  const variables = secretVariables(call);
  const variableBySecret: VariableBySecret = new Map(
    [...variables.keys()].map((text, index) => [text, `$secret${index + 1}`]),
  );
  const guard = [...variables.values()].flatMap(({ name, what }, index) => [
    `  $secret${index + 1} = $env:${name}`,
    `  if (-not $secret${index + 1}) { throw 'Set $env:${name} to ${what}.' }`,
  ]);
  const { body } = call;
  const options = call.options.map(({ name, value }) => optionLine(name, value, variableBySecret));
  const files = body === null ? '$options' : '$options, $body';
  return [
    '& {',
    ...guard,
    '  $options = [IO.Path]::GetTempFileName()',
    ...(body === null ? [] : ['  $body = [IO.Path]::GetTempFileName()']),
    '  try {',
    ...writeFileLines('$options', options),
    ...(body === null ? [] : writeFileLines('$body', bodyLines(body, variableBySecret))),
    `    curl.exe --config $options${body === null ? '' : ' --data-binary "@$body"'}`,
    `  } finally { Remove-Item -LiteralPath ${files} }`,
    '}',
  ].join('\n');
}

const writeFileLines = (file: string, lines: readonly string[]): string[] => [
  `    [IO.File]::WriteAllText(${file}, (@(`,
  ...lines.map((line) => `      ${line}`),
  '    ) -join "`n"))',
];

function optionLine(
  name: string,
  value: readonly Span[],
  variableBySecret: VariableBySecret,
): string {
  if (value.length === 0) return literal(name);
  const pieces = mergeSpans([
    plainSpan(`${name} = "`),
    ...value.map(({ text, secretName }) =>
      secretName === null ? plainSpan(escapeForConfig(text)) : { text, secretName },
    ),
    plainSpan('"'),
  ]);
  return concatenation(pieces, (secretText) => {
    const escapes = String.raw`.Replace('\', '\\').Replace('"', '\"')`;
    return `${variableBySecret.get(secretText) ?? ''}${escapes}`;
  });
}

const escapeForConfig = (text: string): string =>
  text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\t', String.raw`\t`);

/** One line per payload line; a secret is never split. */
function bodyLines(body: readonly Span[], variableBySecret: VariableBySecret): string[] {
  const lines: Span[][] = [[]];
  for (const { text, secretName } of body) {
    const [first = '', ...others] = secretName === null ? text.split('\n') : [text];
    lines.at(-1)?.push({ text: first, secretName });
    for (const other of others) lines.push([plainSpan(other)]);
  }
  return lines.map((line) =>
    concatenation(mergeSpans(line), (secretText) => variableBySecret.get(secretText) ?? ''),
  );
}

function concatenation(pieces: readonly Span[], secretOf: (text: string) => string): string {
  if (pieces.length === 0) return "''";
  return pieces
    .map(({ text, secretName }) => (secretName === null ? literal(text) : secretOf(text)))
    .join(' + ');
}

const literal = (text: string): string =>
  text
    .split(/(\p{Cc}+)/u)
    .filter((piece) => piece !== '')
    .map((piece) => (/^\p{Cc}/u.test(piece) ? controlCharacters(piece) : inQuotes(piece)))
    .join(' + ');

/** PowerShell treats curly quotes as quotes. A doubled quote is literal. */
const inQuotes = (text: string): string => `'${text.replaceAll(/['‘’‚‛]/g, '$&$&')}'`;

const controlCharacters = (text: string): string =>
  `"${text.replaceAll(
    /\p{Cc}/gu,
    (character) => shortEscapes.get(character) ?? `$([char]${character.charCodeAt(0)})`,
  )}"`;
const shortEscapes = new Map([
  ['\0', '`0'],
  ['\t', '`t'],
  ['\r', '`r'],
]);
