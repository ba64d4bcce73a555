import { mergeSpans, type Span, textOf } from '../../secrets/span.ts';
import { utf8Length } from '../why-not-sendable.ts';
import { type CurlCall, type SecretVariable, secretVariables } from './curl-call.ts';

/** Bytes. Linux allows 128 KiB per argument. The built-in `printf` has no limit. */
const maxArgumentLength = 64 * 1024;

type Variables = ReadonlyMap<string, SecretVariable>;

export function posixCommand(call: CurlCall): string {
  const variables = secretVariables(call);
  const options = call.options.map(({ name, value }) =>
    value.length === 0 ? `--${name}` : `--${name} ${quoteSpans(value, variables)}`,
  );
  const body = call.body === null ? null : mergeSpans(call.body);
  const isPiped = body !== null && needsPipe(textOf(body));
  if (body !== null) {
    // `--data` would read a body that begins with @ as a file name.
    options.push(isPiped ? '--data-binary @-' : `--data-raw ${quoteSpans(body, variables)}`);
  }
  const curl = `curl ${options.join(' \\\n  ')}`;
  return [...guard(variables), ...(isPiped ? [printfCommand(body, variables)] : []), curl].join(
    '\n',
  );
}

/** Without this check, a masked command would call the target with a wrong secret. */
function guard(variables: Variables): string[] {
  if (variables.size === 0) return [];
  const checks = [...variables.values()].map(
    ({ name, what }) => `"\${${name}:?set it to ${what}}"`,
  );
  return [`: ${checks.join(' \\\n  ')} &&`];
}

const needsPipe = (body: string): boolean =>
  needsEscapes(body) || utf8Length(body) > maxArgumentLength;

/** Prompts act on control characters. Bash before 5.0 expands `!` in a quote from an earlier line. */
function needsEscapes(body: string): boolean {
  const lineBreak = body.indexOf('\n');
  return actsAtPrompt.test(body) || (lineBreak !== -1 && body.includes('!', lineBreak));
}
const actsAtPrompt = /(?!\n)\p{Cc}/u;

function printfCommand(body: readonly Span[], variables: Variables): string {
  const conversion = needsEscapes(textOf(body)) ? '%b' : '%s';
  const pieces = body.map((span) =>
    span.secretName === null && conversion === '%b'
      ? { format: conversion, argument: inQuotes(escapeForPrintf(span.text)) }
      : { format: '%s', argument: quoteSpans([span], variables) },
  );
  const format = pieces.map((piece) => piece.format).join('');
  return `printf '${format}' ${pieces.map(({ argument }) => argument).join(' ')} |`;
}

const escapeForPrintf = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(/!|(?!\n)\p{Cc}/gu, (character) => {
    const shortEscape = shortEscapes.get(character);
    if (shortEscape !== undefined) return shortEscape;
    const code = character.charCodeAt(0);
    return code < 0x80 ? octal(code) : octal(0xc0 | (code >> 6)) + octal(0x80 | (code & 0x3f));
  });
const shortEscapes = new Map([
  ['\t', String.raw`\t`],
  ['\r', String.raw`\r`],
]);
const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`;

function quoteSpans(spans: readonly Span[], variables: Variables): string {
  const pieces = mergeSpans(spans).map(({ text, secretName }) => {
    const variable = secretName === null ? undefined : variables.get(text);
    return variable === undefined ? inQuotes(text) : `"$${variable.name}"`;
  });
  return pieces.length === 0 ? "''" : pieces.join('');
}

/** Quoting: POSIX.1-2024, XCU 2.2.2. A tab would start a completion at a prompt. */
const inQuotes = (text: string): string =>
  /^[A-Za-z0-9]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`).replaceAll('\t', String.raw`'"$(printf '\t')"'`)}'`;
