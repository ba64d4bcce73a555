import { joined, type Stretch, textOf } from '../../secrets/stretch.ts';
import { utf8Length } from '../utf8-length.ts';
import type { CurlCall } from './curl-call.ts';
import { secretVariables, type SecretVariable } from './secret-variables.ts';

/**
 * Most of a body that goes on the command line, in bytes. Linux takes 128 KiB for one argument, and
 * shells of old systems not much more for all of them.
 */
const longestArgument = 64 * 1024;

type Variables = ReadonlyMap<string, SecretVariable>;

/**
 * A command for sh, dash, bash, zsh, busybox and their kin, in a script or at a prompt. Texts are in
 * single quotes, in which nothing but the quote has a meaning. Source: POSIX.1-2024, XCU 2.2.2.
 *
 * A body that is too long for an argument, or that a prompt would not take as it is, goes to curl
 * through `printf`, which every one of these shells has built in and so without a limit. Secrets come
 * from variables, and where one is not set the shell says which and does nothing.
 */
export function posixCommand(call: CurlCall): string {
  const variables = secretVariables(call);
  const options = call.options.map(({ name, value }) =>
    value.length === 0 ? `--${name}` : `--${name} ${quoted(value, variables)}`,
  );
  const body = call.body === null ? null : joined(call.body);
  const isPiped = body !== null && isForPipe(textOf(body));
  if (body !== null) {
    // `--data` would take a body that begins with @ for the name of a file.
    options.push(isPiped ? '--data-binary @-' : `--data-raw ${quoted(body, variables)}`);
  }
  const curl = `curl ${options.join(' \\\n  ')}`;
  return [...guard(variables), ...(isPiped ? [printed(body, variables)] : []), curl].join('\n');
}

/** Without it a command with secrets masked would call the target, with a wrong secret. */
function guard(variables: Variables): string[] {
  if (variables.size === 0) return [];
  const checks = [...variables.values()].map(
    ({ name, what }) => `"\${${name}:?set it to ${what}}"`,
  );
  return [`: ${checks.join(' \\\n  ')} &&`];
}

const isForPipe = (body: string): boolean =>
  needsEscapes(body) || utf8Length(body) > longestArgument;

/**
 * Control characters would act at a prompt (a tab completes, a carriage return ends the line), and a
 * null character is in no argument. Bash before 5.0 looks up `!` in its history also where a quote
 * from an earlier line is open.
 */
function needsEscapes(body: string): boolean {
  const lineBreak = body.indexOf('\n');
  return actsAtPrompt.test(body) || (lineBreak !== -1 && body.includes('!', lineBreak));
}
const actsAtPrompt = /(?!\n)\p{Cc}/u;

function printed(body: readonly Stretch[], variables: Variables): string {
  const conversion = needsEscapes(textOf(body)) ? '%b' : '%s';
  const pieces = body.map((stretch) =>
    stretch.secret === null && conversion === '%b'
      ? { format: conversion, argument: inQuotes(escaped(stretch.text)) }
      : { format: '%s', argument: quoted([stretch], variables) },
  );
  const format = pieces.map((piece) => piece.format).join('');
  return `printf '${format}' ${pieces.map(({ argument }) => argument).join(' ')} |`;
}

/** As the conversion %b reads it, in all of these shells: `\0` and three octal digits for a byte. */
const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(/!|(?!\n)\p{Cc}/gu, (character) => {
    const short = shortEscapes.get(character);
    if (short !== undefined) return short;
    const code = character.charCodeAt(0);
    return code < 0x80 ? octal(code) : octal(0xc0 | (code >> 6)) + octal(0x80 | (code & 0x3f));
  });
const shortEscapes = new Map([
  ['\t', String.raw`\t`],
  ['\r', String.raw`\r`],
]);
const octal = (byte: number): string => `\\0${byte.toString(8).padStart(3, '0')}`;

function quoted(stretches: readonly Stretch[], variables: Variables): string {
  const pieces = joined(stretches).map(({ text, secret }) => {
    const variable = secret === null ? undefined : variables.get(text);
    return variable === undefined ? inQuotes(text) : `"$${variable.name}"`;
  });
  return pieces.length === 0 ? "''" : pieces.join('');
}

/** A word that means nothing to any shell stands as it is. A tab would complete at a prompt. */
const inQuotes = (text: string): string =>
  /^[A-Za-z0-9]+$/.test(text)
    ? text
    : `'${text.replaceAll("'", String.raw`'\''`).replaceAll('\t', String.raw`'"$(printf '\t')"'`)}'`;
