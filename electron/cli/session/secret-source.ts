import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';
import { plainError } from '#domain/problem.ts';
import { errorCode } from '#adapters/error-code.ts';

/** The options of a command that takes a secret. */
export interface SecretOptions {
  readonly secretStdin?: true | undefined;
  readonly secretFile?: string | undefined;
  readonly secretEnv?: string | undefined;
}

/**
 * `null` when no option names a source. @throws ProblemError('refused') for an unusable source
 * @param ofEnvironment values by variable, from `takeEnvironmentSecrets`
 */
export async function secretFrom(
  options: SecretOptions,
  ofEnvironment: ReadonlyMap<string, string>,
): Promise<string | null> {
  const { secretStdin, secretFile, secretEnv } = options;
  const sources = [secretStdin, secretFile, secretEnv].filter((each) => each !== undefined);
  if (sources.length > 1) {
    throw plainError('refused', 'The secret has more than one source.', 'Use one --secret option.');
  }
  if (secretFile !== undefined) return secretFromFile(secretFile);
  if (secretStdin === true) return secretFromFile('-');
  return secretEnv === undefined ? null : secretFromEnvironment(secretEnv, ofEnvironment);
}

/** Without a line break at its end. @param file `-` for standard input */
export async function secretFromFile(file: string): Promise<string> {
  const content = file === '-' ? await fromStdin() : await fromFile(file);
  return nonEmpty(
    content.replace(/\r?\n$/, ''),
    file === '-' ? 'Standard input' : `The file ${file}`,
  );
}

/** Values by name, from a JSON file. @throws ProblemError('refused') for other content */
export async function secretsFromFile(file: string | null): Promise<ReadonlyMap<string, string>> {
  if (file === null) return new Map();
  const read = Values.safeParse(parseJson(await secretFromFile(file)));
  if (read.success) return new Map(Object.entries(read.data));
  throw plainError('refused', 'The secrets are no JSON object of texts.', 'Correct the file.');
}

/** The values of names. @throws ProblemError('refused') when two names stand for the same variable that is set */
export type SecretsByName = (names: readonly string[]) => ReadonlyMap<string, string>;

/**
 * Secrets of a JSON file, else of environment variables.
 * @param ofEnvironment values by variable, from `takeEnvironmentSecrets`
 */
export const secretsByName =
  (
    kind: 'TOKEN' | 'SECRET',
    ofFile: ReadonlyMap<string, string>,
    ofEnvironment: ReadonlyMap<string, string>,
  ): SecretsByName =>
  (names) => {
    const found = new Map<string, string>();
    const nameOf = new Map<string, string>();
    for (const name of new Set(names)) {
      // Such as HOOKDESK_SECRET_PAGER_KEY for “pager-key”.
      const variable = `HOOKDESK_${kind}_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;
      const value = ofFile.get(name) ?? ofEnvironment.get(variable);
      if (value === undefined) continue;
      const other = nameOf.get(variable);
      if (other !== undefined && !ofFile.has(name)) {
        throw plainError(
          'refused',
          `The variable ${variable} could be of “${other}” and of “${name}”.`,
          'Give these secrets in a file.',
        );
      }
      nameOf.set(variable, name);
      found.set(name, value);
    }
    return found;
  };

/** Removes the variables of secrets from the environment, so that no child process receives them. */
export function takeEnvironmentSecrets(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^HOOKDESK_(TOKEN|SECRET)_/.test(name)) continue;
    Reflect.deleteProperty(process.env, name);
    if (value !== undefined && value !== '') found.set(name, value);
  }
  return found;
}

const Values = z.record(z.string(), z.string().min(1));

async function fromStdin(): Promise<string> {
  if (!process.stdin.isTTY) return text(process.stdin);
  throw plainError(
    'refused',
    'Standard input is a terminal, which would show the secret.',
    'Pipe the secret into the command, or use a file.',
  );
}

async function fromFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw plainError('refused', `The file ${file} cannot be read (${code}).`, 'Check its path.');
  }
}

/** Removes the variable, so that no child process receives it. */
function secretFromEnvironment(name: string, taken: ReadonlyMap<string, string>): string {
  const value = taken.get(name) ?? process.env[name] ?? '';
  Reflect.deleteProperty(process.env, name);
  return nonEmpty(value, `The environment variable ${name}`);
}

function nonEmpty(secret: string, source: string): string {
  if (secret !== '') return secret;
  throw plainError('refused', `${source} has no secret.`, 'Put the secret there, then try again.');
}
