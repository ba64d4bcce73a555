import { parseArgs } from 'node:util';
import { tokenVariable } from '../command-line.ts';
import { Misuse } from '../option-values.ts';
import { releases } from '../openapi/document.ts';
import { variantNames } from '../webhooks/bodies.ts';
import type { Installation } from './installation.ts';

export type ConformanceCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'misused'; readonly message: string }
  | {
      readonly kind: 'run';
      readonly installation: Installation;
      readonly tokenInArguments: boolean;
      readonly onlyDocument: boolean;
    };

export const help = `Holds an installation to the interface, rule by rule, over HTTP.

Usage: npm run conformance -- --base URL --variant A|B [options]

  --base URL           API root of the installation, such as http://127.0.0.1:8080/api/v14;
                       without a path, that of the variant is added
  --variant A|B        which variant of the interface it speaks
  --auth-token TOKEN   auth token for it. The environment variable
                       ${tokenVariable} does the same and shows in no
                       process list. Without either, none is sent.
  --only-document      leave out the rules that the interface document says nothing of: they
                       are this project's own (marked "ours")
  --help               show this

It creates webhooks of its own, changes them and deletes them again; all others are left
alone. A certificate of an authority of your own: NODE_EXTRA_CA_CERTS=FILE. Exit codes: 0 all
rules held, 1 some did not, or the installation could not be read, 2 wrong options, 130 ended
by Ctrl C (after cleaning up).
`;

/** Reads the command line. Whatever is wrong with it comes back as a sentence. */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ConformanceCommand {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        base: { type: 'string' },
        variant: { type: 'string' },
        'auth-token': { type: 'string' },
        'only-document': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
      strict: true,
    });
    if (values.help) return { kind: 'help' };
    const variant = variantNames.find((name) => name === values.variant);
    if (variant === undefined) throw new Misuse('Say which variant it speaks: --variant A or B.');
    return {
      kind: 'run',
      installation: {
        base: baseIn(values.base ?? '', releases[variant].root),
        variant,
        authToken: values['auth-token'] ?? environment[tokenVariable] ?? null,
      },
      tokenInArguments: values['auth-token'] !== undefined,
      onlyDocument: values['only-document'],
    };
  } catch (error) {
    if (!(error instanceof Misuse || error instanceof TypeError)) throw error;
    return { kind: 'misused', message: error.message };
  }
}

function baseIn(text: string, usualRoot: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Misuse('Say where it is: --base http://HOST:PORT/api/v14.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new Misuse('--base must hold no user name and no password.');
  }
  const root = url.pathname.replace(/\/+$/, '');
  return url.origin + (root === '' ? usualRoot : root);
}
